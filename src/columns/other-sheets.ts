const names = new WeakMap<readonly unknown[], readonly string[]>()

/** Notes the names of the other visible worksheets that have cells, which were not read. */
export function withOtherSheets<Cells extends readonly unknown[]>(cells: Cells, others: readonly string[]): Cells {
  names.set(cells, others)
  return cells
}

/** The worksheets of the same workbook that were not read although they have cells; known for .xlsx only. */
export const otherSheetsOf = (cells: readonly unknown[]): readonly string[] => names.get(cells) ?? []
