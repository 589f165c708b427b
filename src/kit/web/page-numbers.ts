/** How many page numbers the pager shows at once (C-345). */
export const pageWindow = 8

/** The page numbers to show around the current page, and whether pages are left out before and after them. */
export function pageNumbers(page: number, pages: number): { numbers: number[]; before: boolean; after: boolean } {
  const shown = Math.min(pageWindow, pages)
  const first = Math.max(1, Math.min(page - Math.floor(shown / 2), pages - shown + 1))
  return {
    numbers: Array.from({ length: shown }, (_, index) => first + index),
    before: first > 1,
    after: first + shown - 1 < pages,
  }
}
