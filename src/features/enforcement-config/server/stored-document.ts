import type { DocumentType } from '#features/enforcement-config/rules.ts'
import type { StoredAttachment } from '#kit/server/mail.ts'
import { type Day, today } from '#vocabulary/dates.ts'

/** A document attached to notices: the stored file, what it proves, and its last valid day. */
export type StoredDocument = StoredAttachment & { type?: DocumentType; validUntil?: Day }

/** Whether a document may still be shown: until the end of its last valid day (UTC). */
export const isInForce = ({ validUntil }: StoredDocument): boolean => !validUntil || validUntil >= today('UTC')
