import { useQuery } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import { fetchFile } from './fetch-file.ts'

export type PrivateFile = {
  /** Object URL of the file, valid in this page only; undefined until it is loaded. */
  address: string | undefined
  file: Blob | undefined
  error: unknown
  retry: () => void
}

/** Timeout for a file, in seconds. */
export const timeoutSeconds = 60

/**
 * Fetches a file that needs authorisation: `<img>` and PDF viewers cannot send the header themselves. Sizes other than
 * `full` are small versions of pictures; of anything else they are the file. Nothing is fetched while it is not wanted.
 */
export function usePrivateFile(link: string, size: 'thumb' | 'card' | 'full' = 'full', isWanted = true): PrivateFile {
  const { data, error, refetch } = useQuery({
    // The signature of a link changes, its file does not.
    queryKey: ['private file', fileOf(link), size],
    queryFn: ({ signal }) =>
      fetchFile(size === 'full' ? link : `${link}&size=${size}`, { seconds: timeoutSeconds, signal }),
    enabled: isWanted,
    staleTime: Infinity,
    gcTime: 60_000,
    retry: false,
  })
  const store = useMemo(() => addressStore(data), [data])
  const address = useSyncExternalStore(store.watch, store.read)
  return { address, file: data, error, retry: () => void refetch() }
}

/** A link without its signature; it identifies the file across links. */
export const fileOf = (link: string): string => link.split('?')[0] ?? link

/** Store of the object URL of a file, which exists while somebody is subscribed. */
function addressStore(file: Blob | undefined) {
  let address: string | undefined
  return {
    read: () => address,
    watch: (changed: () => void) => {
      if (file) address = URL.createObjectURL(file)
      changed()
      return () => {
        if (address) URL.revokeObjectURL(address)
        address = undefined
      }
    },
  }
}
