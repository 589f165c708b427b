import { useEffect, useMemo, useRef, useState } from 'react'
import { openDrafts } from '#features/intake/web/drafts.ts'
import { uploadTexts } from '#features/intake/web/texts.ts'
import { tellBad } from '#kit/web/alerts.ts'
import { sentRow } from './edited-rows.ts'
import type { Edits, KeptEdit, Question } from './useEdits.ts'

/** Milliseconds without an edit before the edits are kept. */
const rest = 800

type Head = { question: Question; duplicateLidCheck: boolean }

/** Keeps the unsaved edits of a person in this browser and brings them back after a reload. False until they were looked for. */
export function useEditDraft(owner: string, edits: Edits): boolean {
  const drafts = useMemo(() => openDrafts<Head>(`${owner} edits`), [owner])
  const [looked, setLooked] = useState(false)
  const turn = useRef<Promise<unknown>>(Promise.resolve())
  const { restore } = edits

  useEffect(() => {
    let left = false
    const take = async () => {
      const draft = await drafts.read()
      if (left || !draft) return
      await restore(draft.head.question, draft.head.duplicateLidCheck, draft.rows as readonly KeptEdit[])
    }
    turn.current = take()
      .catch(() => tellBad(uploadTexts.notKept))
      .finally(() => !left && setLooked(true))
    return () => {
      left = true
    }
  }, [drafts, restore])

  const { edited, editedIn, question, duplicateLidCheck, work } = edits
  const isMissing = edits.failure !== undefined && edits.stored === undefined
  useEffect(() => {
    // While rows are on their way, or did not come, what is kept stays.
    if (!looked || work || isMissing) return undefined
    const keep = () => {
      const rows = edited.map((row) => sentRow(row, editedIn(row)) as KeptEdit)
      turn.current = turn.current
        .then(() => (rows.length > 0 ? drafts.write({ head: { question, duplicateLidCheck }, rows }) : drafts.remove()))
        .catch(() => tellBad(uploadTexts.notKept))
    }
    // Saved edits are forgotten at once, so that a reload never brings back what is stored already.
    if (edited.length === 0) {
      keep()
      return undefined
    }
    const clock = setTimeout(keep, rest)
    return () => clearTimeout(clock)
  }, [drafts, looked, edited, editedIn, question, duplicateLidCheck, work, isMissing])
  return looked
}
