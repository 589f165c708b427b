import type { ChartTable } from './chart.ts'
import classes from './print.module.css'

/** Prints a picture and the table below it, without the rest of the page. Resolves when the dialog is closed. */
export async function printSheet(title: string, picture: Blob, table: ChartTable): Promise<void> {
  const sheet = document.createElement('div')
  sheet.className = classes['sheet']!
  const image = document.createElement('img')
  image.alt = title
  image.src = URL.createObjectURL(picture)
  sheet.append(image, tableElement(table))
  document.body.append(sheet)
  try {
    await image.decode()
    window.print()
  } finally {
    sheet.remove()
    URL.revokeObjectURL(image.src)
  }
}

function tableElement({ heads, rows }: ChartTable): HTMLTableElement {
  const table = document.createElement('table')
  const line = (cells: readonly (string | number | null)[], kind: 'th' | 'td') => {
    const row = document.createElement('tr')
    for (const cell of cells)
      row.append(Object.assign(document.createElement(kind), { textContent: String(cell ?? '–') }))
    return row
  }
  table.append(line(heads, 'th'), ...rows.map(({ cells, numbers }) => line([...cells, ...numbers], 'td')))
  return table
}
