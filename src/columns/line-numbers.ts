const numbers = new WeakMap<readonly unknown[], number>()

/** Notes the number of a line's row in its worksheet, counted from 1; blank rows are not among the lines. */
export function withRowNumber<Line extends readonly unknown[]>(line: Line, number: number): Line {
  numbers.set(line, number)
  return line
}

/** The worksheet's own number of a line that was read from it; undefined for any other list. */
export const rowNumberOf = (line: readonly unknown[]): number | undefined => numbers.get(line)
