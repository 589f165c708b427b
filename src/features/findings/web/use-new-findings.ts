import { useQuery, useQueryClient } from '@tanstack/react-query'

/** Cache key under which the app frame notes that findings of a platform were added. */
export const newFindingsKey = (platform: string) => ['news of findings', platform]

/** Whether findings of a platform were added since the list was loaded, and a function that marks them as seen. */
export function useNewFindings(platform: string): [hasNews: boolean, seen: () => void] {
  const client = useQueryClient()
  const { data } = useQuery<boolean>({
    queryKey: newFindingsKey(platform),
    // Set by the app frame; there is nothing to fetch.
    queryFn: () => false,
    enabled: false,
    initialData: false,
    gcTime: Infinity,
  })
  return [data, () => client.setQueryData(newFindingsKey(platform), false)]
}
