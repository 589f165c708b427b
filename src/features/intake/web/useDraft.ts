import { useEffect, useMemo, useRef, useState } from 'react'
import { tell, tellBad } from '#kit/web/alerts.ts'
import { openDrafts } from './drafts.ts'
import { picturesByName } from './pictures.ts'
import { uploadTexts } from './texts.ts'
import { messageTime, type Upload } from './useUpload.ts'

/** Milliseconds without an edit before the sheet is kept. */
const rest = 800

/** Keeps the unsaved sheet of a person in this browser and brings it back after a reload. False until it was looked for. */
export function useDraft(owner: string, upload: Upload): boolean {
  const drafts = useMemo(() => openDrafts(owner), [owner])
  const [looked, setLooked] = useState(false)
  const turn = useRef<Promise<unknown>>(Promise.resolve())
  const { restore } = upload

  useEffect(() => {
    let left = false
    const take = async () => {
      const draft = await drafts.read()
      if (left || !draft) return
      const { head, rows } = draft
      restore({
        scope: head.scope,
        reportingDate: head.reportingDate,
        duplicateLidCheck: head.duplicateLidCheck,
        rows,
        pictures: picturesByName(head.pictures),
      })
      tell(uploadTexts.restored(rows.length), { milliseconds: messageTime })
    }
    const looking = take()
      .catch(() => tellBad(uploadTexts.notKept))
      .finally(() => !left && setLooked(true))
    turn.current = looking
    return () => {
      left = true
    }
  }, [drafts, restore])

  const { rows, scope, reportingDate, duplicateLidCheck, pictures } = upload
  useEffect(() => {
    if (!looked) return undefined
    const head = {
      scope,
      reportingDate,
      duplicateLidCheck,
      pictures: [...pictures.values()],
    }
    const keep = () => {
      turn.current = turn.current
        .then(() => (rows.length > 0 ? drafts.write({ head, rows }) : drafts.remove()))
        .catch(() => tellBad(uploadTexts.notKept))
    }
    // Saved rows are forgotten at once, so that a reload never brings back what is stored already.
    if (rows.length === 0) {
      keep()
      return undefined
    }
    const clock = setTimeout(keep, rest)
    return () => clearTimeout(clock)
  }, [drafts, looked, rows, scope, reportingDate, duplicateLidCheck, pictures])
  return looked
}
