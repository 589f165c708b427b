type Sorted = { sheets: File[]; pictures: File[]; archives: File[]; others: File[] }

/** Sorts chosen or dropped files: Excel files and archives by extension, pictures by media type, and the rest. */
export function sortFiles(files: readonly File[]): Sorted {
  const sorted: Sorted = { sheets: [], pictures: [], archives: [], others: [] }
  for (const file of files) {
    if (/\.xlsx?$/i.test(file.name)) sorted.sheets.push(file)
    else if (/\.zip$/i.test(file.name)) sorted.archives.push(file)
    else if (/^image\/(png|jpeg|webp|gif)$/.test(file.type)) sorted.pictures.push(file)
    else sorted.others.push(file)
  }
  return sorted
}

/** The pictures of archives, and the archives that cannot be read or have none. */
export async function openArchives(archives: readonly File[]): Promise<{ pictures: File[]; unusable: File[] }> {
  const opened = { pictures: [] as File[], unusable: [] as File[] }
  if (archives.length === 0) return opened
  const { picturesOfZip } = await import('./zip-pictures.ts')
  for (const archive of archives) {
    const pictures = await picturesOfZip(archive).catch(() => [])
    opened.pictures.push(...pictures)
    if (pictures.length === 0) opened.unusable.push(archive)
  }
  return opened
}
