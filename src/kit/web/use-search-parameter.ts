import { useSearch } from '@tanstack/react-router'

/** A parameter of the address, as it is there. Renders again when it changes, not with every other part of the address. */
export function useSearchParameter(name: string): unknown {
  return useSearch({ strict: false, select: (search: Readonly<Record<string, unknown>>) => search[name] })
}
