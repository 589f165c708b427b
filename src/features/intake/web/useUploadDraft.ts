import { useMemo } from 'react'
import type { StoredFile } from '#features/files/contract.ts'
import { toastInfo } from '#kit/web/alerts.ts'
import { type Draft, draftOwner } from '#kit/web/staged-grid/drafts.ts'
import { type DraftState, useDraft } from '#kit/web/staged-grid/use-draft.ts'
import { messageTime } from '#kit/web/staged-grid/use-staged-grid.ts'
import { picturesByName } from './pictures.ts'
import { uploadTexts } from './texts.ts'
import type { UploadForm } from './upload-form.ts'
import type { PictureStore } from './use-picture-store.ts'
import type { UploadGrid } from './work.ts'

/** What an upload's draft stores besides its rows. */
type DraftHead = UploadForm & { pictures: StoredFile[] }

type Deps = { grid: UploadGrid; form: UploadForm; setForm: (form: UploadForm) => void; store: PictureStore }

/** Keeps a draft of a person's unsaved sheet in this browser. */
export function useUploadDraft(userId: string, { grid, form, setForm, store }: Deps): DraftState {
  const { rows } = grid
  const { pictures } = store
  const restore = ({ head, rows: savedRows }: Draft<DraftHead>) => {
    const { pictures: savedPictures, ...savedForm } = head
    setForm(savedForm)
    grid.setRows(savedRows)
    store.setPictures(picturesByName(savedPictures))
    toastInfo(uploadTexts.restored(savedRows.length), { milliseconds: messageTime })
  }
  const unsaved = useMemo(() => {
    if (rows.length === 0) return undefined
    return () => ({ head: { ...form, pictures: [...pictures.values()] }, rows })
  }, [rows, form, pictures])
  return useDraft<DraftHead>(draftOwner(userId, 'upload'), { restore, unsaved })
}
