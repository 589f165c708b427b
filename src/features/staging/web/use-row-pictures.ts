import { useState } from 'react'
import { uploadPictures } from '#features/intake/web/upload-pictures.ts'
import type { GridRow } from '#kit/web/EditableGrid-rows.ts'
import { toastError } from '#kit/web/alerts.ts'
import { texts } from './texts.ts'

/** What a stored picture changes in its row (S-110). */
export type PictureCells = { image: string; imageUrl: string; s3BucketName: string; s3FullImagePath: string }

/**
 * Stores the picture of a row, however it came: chosen, pasted or dropped. Returns the function and the numbers of the
 * rows whose picture is on its way. `change` gets the row as it was then: others may have moved it meanwhile.
 */
export function useRowPictures(
  change: (row: GridRow, cells: PictureCells) => void,
): [add: (row: GridRow, files: readonly File[]) => Promise<void>, busy: ReadonlySet<number>] {
  const [busy, setBusy] = useState<ReadonlySet<number>>(new Set())
  const add = async (row: GridRow, files: readonly File[]) => {
    const { sn } = row
    const picture = files.find(({ type }) => type.startsWith('image/'))
    if (!picture) return toastError(texts.notPicture)
    setBusy((now) => new Set([...now, sn]))
    try {
      const { stored, failed } = await uploadPictures([named(picture)], {
        onProgress: () => undefined,
        onStored: () => undefined,
        signal: new AbortController().signal,
      })
      const [one] = stored
      if (one)
        change(row, {
          image: one.uploadedImage,
          imageUrl: one.Location,
          s3BucketName: one.Bucket,
          s3FullImagePath: one.Key,
        })
      else toastError(texts.pictureFailed(failed[0]?.reason ?? ''))
    } catch (error) {
      console.warn(error)
    } finally {
      setBusy((now) => new Set([...now].filter((other) => other !== sn)))
    }
  }
  return [add, busy]
}

/** A pasted screenshot is always called image.png: the time makes its name one of its own. */
function named(file: File): File {
  if (!/^image\.\w+$/i.test(file.name)) return file
  const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 17)
  return new File([file], file.name.replace(/^image/i, `pasted-${stamp}`), { type: file.type })
}
