import { useState } from 'react'
import { toastError, toastInfo, toastSuccess } from '#kit/web/alerts.ts'
import type { GridRows } from '#kit/web/EditableGrid-rows.ts'
import { messageTime } from '#kit/web/staged-grid/use-staged-grid.ts'
import { type Pictures, picturesByName, unmatchedNames } from './pictures.ts'
import { uploadTexts } from './texts.ts'
import { type PictureOutcome, uploadPictures } from './upload-pictures.ts'
import type { UploadGrid } from './work.ts'

export const noPictures: Pictures = new Map()

export type PictureStore = {
  pictures: Pictures
  setPictures: (pictures: Pictures) => void
  /** Stores pictures for a sheet that has those of `before`. */
  store: (chosen: File[], before: Pictures, sheet: GridRows) => Promise<void>
}

/** The stored pictures of a sheet, and storing more of them with progress. */
export function usePictureStore({ runWork, setWork }: Pick<UploadGrid, 'runWork' | 'setWork'>): PictureStore {
  const [pictures, setPictures] = useState<Pictures>(noPictures)
  const store = (chosen: File[], before: Pictures, sheet: GridRows) =>
    runWork({ kind: 'files', done: 0, total: chosen.length }, async (signal) => {
      let done = 0
      try {
        const outcome = await uploadPictures(chosen, {
          signal,
          onProgress: (progress) => {
            done = progress.done
            setWork({ kind: 'files', ...progress })
          },
          onStored: (stored) => setPictures((known) => new Map([...known, ...picturesByName(stored)])),
        })
        reportOutcome(outcome)
        const missing = unmatchedNames(sheet, new Map([...before, ...picturesByName(outcome.stored)]))
        if (missing.length > 0) toastInfo(uploadTexts.filesMissing(missing), { milliseconds: messageTime })
      } catch (error) {
        if (!signal.aborted) throw error
        toastInfo(uploadTexts.filesCancelled(done, chosen.length), { milliseconds: messageTime })
      }
    })
  return { pictures, setPictures, store }
}

function reportOutcome({ stored, failed }: PictureOutcome): void {
  if (failed.length === 0) return toastSuccess(uploadTexts.filesStored(stored.length), { milliseconds: messageTime })
  const names = failed.map(({ file, reason }) => `${file.name} (${reason})`)
  toastError(uploadTexts.filesFailed(names), { milliseconds: messageTime })
}
