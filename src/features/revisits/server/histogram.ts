/** Buckets of durations per doubling: each is 4.4 % wide. */
export const bucketsPerDoubling = 16

/** How many durations are in a bucket; buckets as `bucketOf` in clock-sums.ts numbers them. */
export type BucketCount = { bucket: number; n: number }

/** The number of durations in these buckets. */
export const totalOf = (counts: readonly BucketCount[]): number => counts.reduce((sum, { n }) => sum + n, 0)

/**
 * Seconds after which a share of durations had ended (Kaplan and Meier), of which only the buckets are known: interpolated
 * within its bucket, so at most 4.4 % off where all ended, and far less where thousands of durations spread over it. Those that
 * are open are at risk for as long as they have been observed: with few durations that can add the distance to the next one.
 * Null where fewer come to an end.
 */
export function secondsUntil(
  share: number,
  ended: readonly BucketCount[],
  open: readonly BucketCount[],
): number | null {
  const inBuckets = new Map<number, { ended: number; open: number }>()
  const add = (counts: readonly BucketCount[], name: 'ended' | 'open') => {
    for (const { bucket, n } of counts) {
      const before = inBuckets.get(bucket) ?? { ended: 0, open: 0 }
      inBuckets.set(bucket, { ...before, [name]: before[name] + n })
    }
  }
  add(ended, 'ended')
  add(open, 'open')
  let [atRisk, going] = [totalOf(ended) + totalOf(open), 1]
  for (const [bucket, here] of [...inBuckets].toSorted(([a], [b]) => a - b)) {
    // The open ones of a bucket leave it halfway, on average.
    const next = here.ended === 0 ? going : going * (1 - here.ended / Math.max(atRisk - here.open / 2, here.ended))
    if (next <= 1 - share + 1e-9) return secondsIn(bucket, (going - (1 - share)) / (going - next))
    going = next
    atRisk -= here.ended + here.open
  }
  return null
}

/** Seconds at a share of the way through a bucket: bucket 0 is no time at all. */
function secondsIn(bucket: number, share: number): number {
  if (bucket === 0) return 0
  const [from, to] = [bucket - 1, bucket].map((one) => 2 ** (one / bucketsPerDoubling)) as [number, number]
  return from + (to - from) * Math.min(Math.max(share, 0), 1)
}
