import { wrongFileType } from '#features/files/messages.ts'
import { flawOfFile } from '#features/files/server/flaw-of-file.ts'
import { kindOfFile } from '#features/files/server/kind-of-file.ts'
import { hasUploaded } from '#features/files/server/own-files.ts'
import { plainName } from '#features/files/server/plain-name.ts'
import { addEvidence, putEvidence } from '#features/files/server/stored-evidence.ts'
import { loggedFindings } from '#features/findings/server/log-subject.ts'
import { inScope, visible } from '#features/findings/server/visible.ts'
import type { notices, PhishingMessage } from '#features/notices/contract.ts'
import { messages } from '#features/notices/messages.ts'
import { largestMessagePicture, maxMessages } from '#features/notices/rules.ts'
import { logDataChange } from '#kit/server/audit.ts'
import type { Db } from '#kit/server/db.ts'
import { linksForReader } from '#kit/server/files.ts'
import { newId } from '#kit/server/id.ts'
import { invalid, notFound, Problem } from '#kit/server/problem.ts'
import type { AppContext, Call } from '#kit/server/serve.ts'
import type { Session } from '#kit/server/session.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { harmOf, harms } from '#vocabulary/harm-kinds.ts'
import {
  deleteMessage,
  findingInScope,
  type FindingRef,
  insertMessage,
  type StoredMessage,
  storedMessages,
} from './message-queries.ts'
import { readEmail, readPasted, type ReadMessage } from './read-message.ts'

const purpose = 'phishing-message'
/** Messages that one person can add in an hour. */
const perHour = 100

type Caller = { db: Db; session: Session }

/** The messages that led to a finding's page, with links for the caller only. 404 out of scope. */
export async function listMessages(
  app: AppContext,
  { db, session, input }: Call<typeof notices.messages>,
): Promise<{ data: PhishingMessage[]; isUsed: boolean }> {
  const finding = await findingOf({ db, session }, { ...input, lock: false })
  return { data: await shown(app, { db, session }, finding), isUsed: isUsedFor(finding.reasonCode) }
}

/**
 * Adds a message to a finding: an email or a picture as a file, or pasted text. What leaves is a copy with its recipients masked.
 * 404 out of scope, 409 for the finding's fourth, 415 for another type of file, 422 for a finding without DNS abuse.
 */
export async function addMessage(
  app: AppContext,
  { db, session, input }: Call<typeof notices.addMessage>,
): Promise<{ message: string; data: PhishingMessage[] }> {
  const finding = await findingOf({ db, session }, { ...input, lock: true })
  if (!isUsedFor(finding.reasonCode)) throw invalid({ id: messages.message.notUsed })
  if ((await storedMessages(db, finding)).length >= maxMessages) throw new Problem(409, messages.message.tooMany)
  if (await hasUploaded(db, { purpose, userId: session.userId, max: perHour }))
    throw new Problem(429, messages.message.perHour)
  const { receivedOn, sender, text, file } = input
  const read = file ? await ofFile(file) : await ofText(text, sender)
  const original = await putEvidence(app.files, read.original)
  const copy = read.copy ? await putEvidence(app.files, read.copy) : original
  try {
    await addEvidence(db, {
      bucket: app.files.bucket,
      files: read.copy ? [original, copy] : [original],
      purpose,
      uploadedBy: session.userId,
    })
    await insertMessage(db, {
      ...finding,
      id: newId(),
      kind: read.message.kind,
      sender: read.message.sender || sender,
      subject: read.message.subject,
      sentAt: read.message.sentAt,
      receivedOn: receivedOn ?? null,
      text: read.copy ? read.message.body : null,
      mediaType: copy.mediaType,
      userId: session.userId,
      original,
      file: copy,
    })
  } catch (problem) {
    await Promise.all([original, copy].map(({ key }) => app.files.remove(key)))
    throw problem
  }
  await log({ db, session }, finding, 'add')
  return { message: messages.message.added, data: await shown(app, { db, session }, finding) }
}

/** Removes a message from a finding: later notices do not have it. 404 out of scope. */
export async function removeMessage(
  app: AppContext,
  { db, session, input }: Call<typeof notices.removeMessage>,
): Promise<{ message: string; data: PhishingMessage[] }> {
  const finding = await findingOf({ db, session }, { ...input, lock: true })
  if (!(await deleteMessage(db, { ...finding, id: input.messageId }))) throw notFound()
  await log({ db, session }, finding, 'delete')
  return { message: messages.message.removed, data: await shown(app, { db, session }, finding) }
}

/** The messages of a finding with where their copies are stored, oldest first. */
export const messagesOfFinding = (db: Db, finding: FindingRef): Promise<StoredMessage[]> => storedMessages(db, finding)

/** Notices about DNS abuse state the message; for others it would prove nothing. */
const isUsedFor = (reasonCode: string | null): boolean => harms[harmOf(reasonCode)].dnsAbuse !== null

async function findingOf(
  { db, session }: Caller,
  { platform, id, lock }: { platform: FindingPlatformDefinition; id: string; lock: boolean },
): Promise<FindingRef & { reasonCode: string | null }> {
  const found = await findingInScope(db, id, { scope: inScope(visible(platform, session)), lock })
  if (!found) throw notFound()
  return { ...found, findingId: id }
}

async function shown(app: AppContext, { db, session }: Caller, finding: FindingRef): Promise<PhishingMessage[]> {
  const linkTo = linksForReader(app.settings.signingSecret, app.files.bucket, session.userId)
  return (await storedMessages(db, finding)).map(
    ({ id, kind, sender, subject, sentAt, receivedOn, key, originalKey, createdAt, createdBy }) => ({
      id,
      kind,
      sender,
      subject,
      sentAt,
      receivedOn,
      copy: linkTo(key),
      original: linkTo(originalKey),
      createdAt,
      createdBy,
    }),
  )
}

type Content = { name: string; bytes: Buffer; extension: string; mediaType: string }
type ReadFile = {
  message: Omit<ReadMessage, 'kind'> & { kind: PhishingMessage['kind'] }
  original: Content
  copy?: Content
}

const accepted = ['png', 'jpg', 'webp', 'gif']
const noText = { sender: '', subject: '', sentAt: null, body: '' }

async function ofFile({ name: given, content }: { name: string; content: string }): Promise<ReadFile> {
  const name = plainName(given)
  const bytes = Buffer.from(content, 'base64')
  const kind = await kindOfFile(bytes, name)
  if (kind && accepted.includes(kind.extension)) {
    const flaw = await flawOfFile(bytes, kind, name)
    if (flaw) throw new Problem(415, flaw)
    if (bytes.length > largestMessagePicture) throw invalid({ file: messages.message.pictureTooLarge })
    return { message: { ...noText, kind: 'picture' }, original: { ...kind, name, bytes } }
  }
  const message = await readEmail(bytes)
  if (!message) throw new Problem(415, wrongFileType(name, messages.message.fileTypes))
  return withCopy(message, { name, bytes, extension: 'eml', mediaType: 'message/rfc822' })
}

async function ofText(text: string, sender: string): Promise<ReadFile> {
  const message = await readPasted(text, sender)
  const name = message.kind === 'email' ? 'message.eml' : 'message.txt'
  return withCopy(message, { name, bytes: Buffer.from(text), extension: 'txt', mediaType: 'text/plain' })
}

const withCopy = (message: ReadMessage, original: Content): ReadFile => ({
  message,
  original,
  copy: { name: 'message.txt', bytes: Buffer.from(message.body), extension: 'txt', mediaType: 'text/plain' },
})

async function log({ db, session }: Caller, { companyId, findingId }: FindingRef, type: 'add' | 'delete') {
  const found = await loggedFindings(db, [findingId])
  await logDataChange(db, session, { type, model: 'Phishing message', total: 1, ...found, companyId })
}
