import { useState } from 'react'
import type { Person } from '#features/activity/contract.ts'
import type { SubjectKind } from '#features/activity/rules.ts'
import { useSession } from '#features/sessions/web/session-context.tsx'
import { tabDrafts } from '#kit/web/tab-drafts.ts'

/** A message that is being written. */
export type MessageDraft = {
  readonly text: string
  /** The people who were chosen while it was written. */
  readonly named: readonly Person[]
  readonly files: readonly { key: string; name: string }[]
  readonly isInternal: boolean
}

const empty: MessageDraft = { text: '', named: [], files: [], isInternal: false }
const draftsOf = tabDrafts<MessageDraft>('messages')
const keyOf = (subject: SubjectKind, id: string) => `${subject} ${id}`

/** The unsent message of this person about a subject, as it was left in this tab. */
export function useMessageDraft(subject: SubjectKind, id: string) {
  const { user } = useSession()
  const drafts = draftsOf(user?.id ?? '')
  const key = keyOf(subject, id)
  const [draft, setDraft] = useState(drafts.get(key) ?? empty)
  // An answer may come after another finding was opened: the store has what is newest.
  const change = (by: (now: MessageDraft) => Partial<MessageDraft>) => {
    const now = drafts.get(key) ?? empty
    const next = { ...now, ...by(now) }
    drafts.set(key, next)
    setDraft(next)
  }
  return { draft, change }
}
