import { useQuery, useQueryClient } from '@tanstack/react-query'

/** Where the frame notes that findings of a platform were added while somebody reads. */
export const newsKey = (platform: string) => ['news of findings', platform]

/** Whether findings of a platform were added since the list was read, and how to say that they were seen. */
export function useNews(platform: string): [hasNews: boolean, seen: () => void] {
  const client = useQueryClient()
  const { data } = useQuery<boolean>({
    queryKey: newsKey(platform),
    // Only the frame knows; there is nothing to ask.
    queryFn: () => false,
    enabled: false,
    initialData: false,
    gcTime: Infinity,
  })
  return [data, () => client.setQueryData(newsKey(platform), false)]
}
