import { useQuery } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import { fetchFile } from './fetch-file.ts'

export type PrivateFile = {
  /** Where this page alone finds the file; undefined until it has come. */
  address: string | undefined
  file: Blob | undefined
  error: unknown
  again: () => void
}

/** How long a file may take, in seconds. */
const patience = 60

/** Fetches a file whose link opens for the signed-in person alone: pictures and viewers cannot send who is asking. */
export function usePrivateFile(link: string, size: 'thumb' | 'full' = 'full'): PrivateFile {
  const { data, error, refetch } = useQuery({
    // The signature of a link changes, its file does not.
    queryKey: ['private file', fileOf(link), size],
    queryFn: ({ signal }) =>
      fetchFile(size === 'thumb' ? `${link}&size=thumb` : link, {
        seconds: patience,
        signal,
        onBytes: () => undefined,
      }),
    staleTime: Infinity,
    gcTime: 60_000,
    retry: false,
  })
  const store = useMemo(() => addressStore(data), [data])
  const address = useSyncExternalStore(store.watch, store.read)
  return { address, file: data, error, again: () => void refetch() }
}

/** A link without its signature: it names the file, and two links of one file have it in common. */
export const fileOf = (link: string): string => link.split('?')[0] ?? link

/** The address of a file in this page, which lives while somebody looks. */
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
