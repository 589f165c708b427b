import { pictureName } from '#columns/sheet.ts'
import { isEmpty } from '#columns/column.ts'
import type { GridRow } from '#kit/web/EditableGrid-rows.ts'
import type { StoredFile } from '#features/files/contract.ts'

/** The bucket of pictures that were stored earlier (S-146). */
const earlierBucket = 'newscrapper'

/** Stored files by their normalised name (S-145). */
export type Pictures = ReadonlyMap<string, StoredFile>

/** Stored files, keyed for matching with image cells. */
export function picturesByName(files: Iterable<StoredFile>): Map<string, StoredFile> {
  return new Map([...files].map((file) => [pictureName(file.uploadedImage), file]))
}

/**
 * The row as it is saved (S-105): with the link, bucket and key of the picture its image cell names. A row whose picture
 * was not uploaded keeps its image text and falls back to the bucket of earlier pictures.
 */
export function withPicture(row: GridRow, pictures: Pictures): GridRow {
  const image = isEmpty(row['image']) ? '' : String(row['image']).trim()
  if (image === '') return row
  const stored = pictures.get(pictureName(image))
  if (stored) return { ...row, imageUrl: stored.Location, s3BucketName: stored.Bucket, s3FullImagePath: stored.Key }
  return { ...row, imageUrl: image, s3BucketName: earlierBucket, s3FullImagePath: image }
}

/** Names of pictures that rows refer to but nobody uploaded; web addresses are not names. */
export function unmatchedNames(rows: Iterable<GridRow>, pictures: Pictures): string[] {
  const names = new Set<string>()
  for (const row of rows) {
    const image = String(row['image'] ?? '').trim()
    if (image !== '' && !/^https?:\/\//i.test(image) && !pictures.has(pictureName(image))) names.add(image)
  }
  return [...names]
}
