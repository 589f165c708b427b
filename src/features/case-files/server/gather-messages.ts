import { messagesOfFinding } from '#features/notices/server/phishing-messages.ts'
import { type EvidenceFile, type GatherContext, storedObject } from './gather-files.ts'
import type { FindingKey } from './queries.ts'

/** A message that led people to the page: the copy that notices have, and the hash of what was given. */
export type CaseMessage = {
  kind: 'email' | 'text' | 'picture'
  sender: string
  subject: string
  sentAt: string | null
  receivedOn: string | null
  addedAt: string
  addedBy: string
  /** The copy, in which the recipients are masked. */
  copy: EvidenceFile
  originalSha256: string
  text: string | null
}

/** Writes the messages that led to a finding's page into the archive: the originals name their recipients and stay out. */
export async function gatherMessages(
  context: GatherContext,
  folder: string,
  finding: FindingKey,
): Promise<CaseMessage[]> {
  const messages: CaseMessage[] = []
  for (const [at, one] of (await messagesOfFinding(context.db, finding)).entries()) {
    const { kind, sender, subject, sentAt, receivedOn, createdAt, createdBy, originalSha256, text } = one
    messages.push({
      kind,
      sender,
      subject,
      sentAt,
      receivedOn,
      addedAt: createdAt,
      addedBy: createdBy,
      copy: await storedObject(context, `${folder}/message/${String(at + 1).padStart(2, '0')}`, one.key),
      originalSha256,
      text,
    })
  }
  return messages
}
