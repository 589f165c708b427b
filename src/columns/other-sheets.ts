const namesOf = new WeakMap<readonly unknown[], () => readonly string[]>()

/** Notes how to find the names of the other visible worksheets that have cells; few callers ask for them. */
export function withOtherSheets<Cells extends readonly unknown[]>(cells: Cells, find: () => readonly string[]): Cells {
  namesOf.set(cells, find)
  return cells
}

/** The worksheets of the same workbook that were not read although they have cells. */
export const otherSheetsOf = (cells: readonly unknown[]): readonly string[] => namesOf.get(cells)?.() ?? []
