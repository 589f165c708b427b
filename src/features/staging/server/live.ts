import { draftsTopic } from '#features/notifications/server/topics.ts'
import type { Db } from '#kit/server/db.ts'
import { notifyLive } from '#kit/server/live.ts'

/** What happened in a draft: rows were saved or removed, it was begun, submitted or sent back. */
export type DraftEvent = {
  draft: string
  brand: string
  platform: string
  kind: 'rows' | 'begun' | 'submitted' | 'sent back'
}

/** Tells the staff who have the draft or its list open, when the transaction commits. */
export async function notifyDraft(db: Db, event: DraftEvent & { by: string }): Promise<void> {
  await notifyLive(db, draftsTopic, event)
}

/** Who is in a draft, and in which row; '' for none. */
export type Presence = {
  draft: string
  kind: 'here' | 'left' | 'asks'
  userId: string
  name: string
  tab: string
  row: string
  sn: string
}

export async function notifyPresence(db: Db, presence: Presence): Promise<void> {
  await notifyLive(db, draftsTopic, presence)
}
