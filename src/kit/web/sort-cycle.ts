/** A chosen order; null is the list's own order. */
export type Sort = { by: string; order: 'asc' | 'desc' } | null

/** Click on a column header: none → ascending → descending → none (C-101); another column starts ascending. */
export function nextSort(sort: Sort, by: string): Sort {
  if (sort?.by !== by) return { by, order: 'asc' }
  return sort.order === 'asc' ? { by, order: 'desc' } : null
}
