/** What `compute` takes on the machine on which the limits of tests were set, in ms of its processor: the least of many. */
const REFERENCE_MS = 15
let isWarm = false

/**
 * How much slower this machine computes now than the one on which the limits of tests were set; 1 where it does not. It
 * changes from second to second where the processor is shared, so measure it directly before and after what is limited.
 */
export function slowness(): number {
  warmUp()
  const before = process.threadCpuUsage()
  compute()
  const { user, system } = process.threadCpuUsage(before)
  return Math.max(1, (user + system) / 1000 / REFERENCE_MS)
}

/** The same by the clock: a machine with more to do than processors also lets its programs wait. */
export function slownessByClock(): number {
  warmUp()
  const before = performance.now()
  for (let n = 0; n < 4; n++) compute()
  return Math.max(1, (performance.now() - before) / 4 / REFERENCE_MS)
}

/** The first run is compiled while it runs. */
function warmUp(): void {
  if (!isWarm) compute()
  isWarm = true
}

/** What most of the program does: cuts and compares texts, looks into maps, counts. Returns a value so that it is done. */
function compute(): number {
  const counts = new Map<string, number>()
  const words: string[] = []
  let sum = 0
  for (let n = 1; n <= 90_000; n++) {
    const word = `${(n * 7919) % 1013}`
    words.push(word)
    counts.set(word, (counts.get(word) ?? 0) + n)
    sum = (sum + n * n) % 1_000_003
  }
  for (const [part] of words.join(' ').matchAll(/\d+/g)) sum += part.length
  return sum + counts.size
}
