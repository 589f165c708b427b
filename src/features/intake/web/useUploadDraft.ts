import { useCallback, useMemo } from 'react'
import { toastInfo } from '#kit/web/alerts.ts'
import { type Draft, type DraftHead, draftOwner } from './drafts.ts'
import { picturesByName } from './pictures.ts'
import { uploadTexts } from './texts.ts'
import { useDraft } from './useDraft.ts'
import { messageTime, type Upload } from './useUpload.ts'

/** Keeps a draft of a person's unsaved sheet in this browser. Returns false until a stored draft was looked for. */
export function useUploadDraft(userId: string, upload: Upload): boolean {
  const { restore: applyDraft, rows, scope, reportingDate, duplicateLidCheck, pictures } = upload
  const restore = useCallback(
    ({ head, rows: savedRows }: Draft<DraftHead>) => {
      const { pictures: savedPictures, ...rest } = head
      applyDraft({ ...rest, rows: savedRows, pictures: picturesByName(savedPictures) })
      toastInfo(uploadTexts.restored(savedRows.length), { milliseconds: messageTime })
    },
    [applyDraft],
  )
  const unsaved = useMemo(() => {
    if (rows.length === 0) return undefined
    const head = { scope, reportingDate, duplicateLidCheck, pictures: [...pictures.values()] }
    return () => ({ head, rows })
  }, [rows, scope, reportingDate, duplicateLidCheck, pictures])
  return useDraft<DraftHead>(draftOwner(userId, 'upload'), { restore, unsaved })
}
