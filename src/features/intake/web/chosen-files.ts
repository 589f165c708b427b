/** Sorts chosen or dropped files: Excel files by extension, pictures by media type, and the rest. */
export function sortFiles(files: readonly File[]): { sheets: File[]; pictures: File[]; others: File[] } {
  const sorted = { sheets: [] as File[], pictures: [] as File[], others: [] as File[] }
  for (const file of files) {
    if (/\.xlsx?$/i.test(file.name)) sorted.sheets.push(file)
    else if (/^image\/(png|jpeg|webp|gif)$/.test(file.type)) sorted.pictures.push(file)
    else sorted.others.push(file)
  }
  return sorted
}
