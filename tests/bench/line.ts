/** A line of the benchmark's table. `theirs` is undefined where only a fixed bound applies. */
export type Line = {
  operation: string
  ours: string
  theirs?: string
  ratio?: number
  target: string
  reached: boolean | undefined
}

const ms = (n: number) => (n < 10 ? n.toFixed(1) : Math.round(n).toLocaleString('en'))

/** Ours against theirs in ms: reached when the ratio stays within `most`. */
export function against(
  operation: string,
  { ours, theirs }: { ours: number; theirs: number },
  max: number,
  unit = 'ms',
): Line {
  const ratio = ours / theirs
  return {
    operation,
    ours: `${ms(ours)} ${unit}`,
    theirs: `${ms(theirs)} ${unit}`,
    ratio,
    target: `≤ ${max}`,
    reached: ratio <= max,
  }
}

/** More is better: requests a second. */
export function atLeast(
  operation: string,
  { ours, theirs }: { ours: number; theirs: number },
  min: number,
  unit: string,
): Line {
  const ratio = ours / theirs
  return {
    operation,
    ours: `${ms(ours)} ${unit}`,
    theirs: `${ms(theirs)} ${unit}`,
    ratio,
    target: `≥ ${min}`,
    reached: ratio >= min,
  }
}

/** A figure with a fixed bound. */
export function within(operation: string, ours: number, max: number, unit: string): Line {
  return {
    operation,
    ours: `${ms(ours)} ${unit}`,
    target: `≤ ${max.toLocaleString('en')} ${unit}`,
    reached: ours <= max,
  }
}

/** What could not be measured, and why. */
export function missing(operation: string, why: string): Line {
  return { operation, ours: `– (${why})`, target: '', reached: undefined }
}

/** Prints the lines as a table. */
export function print(lines: readonly Line[]): void {
  const table = [
    ['operation', 'ours', 'by hand', 'ratio', 'target', 'reached'],
    ...lines.map((one) => [
      one.operation,
      one.ours,
      one.theirs ?? '',
      one.ratio === undefined ? '' : one.ratio.toFixed(2),
      one.target,
      one.reached === undefined ? '?' : one.reached ? 'yes' : 'NO',
    ]),
  ]
  const widths = [0, 1, 2, 3, 4, 5].map((n) => Math.max(...table.map((row) => row[n]?.length ?? 0)))
  for (const row of table)
    console.log(row.map((cell, n) => (n === 0 ? cell.padEnd(widths[n]!) : cell.padStart(widths[n]!))).join('  '))
}
