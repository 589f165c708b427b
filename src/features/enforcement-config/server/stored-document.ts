import type { DocumentType } from '#features/enforcement-config/rules.ts'
import type { StoredAttachment } from '#kit/server/mail.ts'
import type { Day } from '#vocabulary/dates.ts'

/** A document attached to notices: the stored file, what it proves, and its last valid day. */
export type StoredDocument = StoredAttachment & { type?: DocumentType; validUntil?: Day }

/** Which documents may be shown on a day: each until the end of its last valid day. */
export const inForceOn =
  (day: Day) =>
  ({ validUntil }: StoredDocument): boolean =>
    !validUntil || validUntil >= day
