/** Buckets of durations per doubling: each is 4.4 % wide. */
export const bucketsPerDoubling = 16

/** How many durations are in a bucket; buckets as `bucketOf` in clock-sums.ts numbers them. */
export type BucketCount = { bucket: number; n: number }

/** The number of durations in these buckets. */
export const totalOf = (counts: readonly BucketCount[]): number => counts.reduce((sum, { n }) => sum + n, 0)

/**
 * A percentile of durations of which only the buckets are known, in seconds: interpolated within its bucket, so at most
 * 4.4 % off, and far less where thousands of durations spread over it. Null without any.
 */
export function percentileOf(counts: readonly BucketCount[], share: number): number | null {
  const total = totalOf(counts)
  if (total === 0) return null
  const rank = share * (total - 1)
  let before = 0
  for (const { bucket, n } of counts.toSorted((a, b) => a.bucket - b.bucket)) {
    if (before + n > rank) return secondsIn(bucket, (rank - before + 0.5) / n)
    before += n
  }
  return null
}

/** Seconds at a share of the way through a bucket: bucket 0 is no time at all. */
function secondsIn(bucket: number, share: number): number {
  if (bucket === 0) return 0
  const [from, to] = [bucket - 1, bucket].map((one) => 2 ** (one / bucketsPerDoubling)) as [number, number]
  return from + (to - from) * Math.min(Math.max(share, 0), 1)
}
