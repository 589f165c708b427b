import { createHash } from 'node:crypto'
import { hostNamed, type NamedHost } from '#features/replies/contract.ts'
import { messages } from '#features/replies/messages.ts'
import { type Db, inTransaction } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { enqueue } from '#kit/server/jobs.ts'
import { mailOfReturnAddress } from '#kit/server/return-address.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { normaliseDomain } from '#vocabulary/addresses.ts'
import { siteOf } from '#vocabulary/sites.ts'
import { titlesOf } from '#features/findings/server/titles-of.ts'
import type { AnswerBox, BoxMail } from './answer-box.ts'
import { recordsWith } from './concern-queries.ts'
import { spreadAnswer } from './concerned-records.ts'
import {
  addAnswer,
  type Doubtful,
  markBounced,
  noticeAbout,
  noticeReferredTo,
  noticesAmong,
  reportedIn,
} from './queries.ts'
import { excerptOf } from './own-words.ts'
import { type InboundMail, readMail } from './read-mail.ts'

/**
 * Processes each mail of the mailbox once. Its record has the mail's name and is written in one transaction with its
 * effects; the mail is moved afterwards, so a killed process leaves at worst a mail that is already recorded. Returns how
 * many mails there were. A mail that the database refuses is recorded as unreadable, so that it holds up no others; then
 * its error is thrown.
 */
export async function takeAnswersFrom(deps: AnswerDeps, box: AnswerBox): Promise<number> {
  let taken = 0
  const refused: unknown[] = []
  for await (const { name, content, done } of box()) {
    await take(deps, name, content).catch(async (problem: unknown) => {
      if (!isRefusedData(problem)) throw problem
      refused.push(problem)
      await addUnread(deps, name, messages.unreadable)
    })
    await done()
    taken++
  }
  if (refused.length > 0) throw refused[0]
  return taken
}

/** Whether PostgreSQL refused what was to be stored (SQLSTATE classes 22 and 23), which it would do again. */
const isRefusedData = (problem: unknown): boolean => /^2[23]/.test((problem as { code?: string }).code ?? '')

type AnswerDeps = Pick<AppContext, 'pool' | 'files' | 'settings'>

async function take(deps: AnswerDeps, name: string, content: BoxMail['content']): Promise<void> {
  const mail = typeof content === 'string' ? undefined : await readMail(content).catch(() => undefined)
  if (typeof content === 'string' || !mail)
    return addUnread(deps, name, typeof content === 'string' ? messages.tooLarge : messages.unreadable)
  const id = newId()
  const match = await inTransaction(deps.pool, ({ db }) => matchOf(db, deps.settings.signingSecret, mail))
  // The original of a matched mail is stored first, so that a row never names a missing object.
  const stored = match.enforcementId === null ? null : await storeMail(deps.files, id, content)
  const { kind, sender, subject, body, ticket, host } = mail
  // Without a delivery report the mail must name the notice that it returns: anybody can write 'user unknown'.
  const isProven = mail.hasDeliveryReport || mail.noticeIds.includes(match.enforcementId ?? '')
  const addressFailure = isProven && mail.failure?.isAddress ? mail.failure.text : null
  const isNew = await inTransaction(deps.pool, async ({ db }) => {
    const answer = { id, name, kind, sender, subject, body, ticket, host, addressFailure, stored, ...match }
    const added = await addAnswer(db, { ...answer, excerpt: excerptOf(body) })
    if (added && match.doubt === null)
      await applyAnswer(db, { id, enforcementId: match.enforcementId!, sender, host, addressFailure })
    return added
  })
  if (stored && !isNew) await deps.files.remove(stored.key)
}

/**
 * What follows from a mail that belongs to a notice: it marks an address that is not there, concerns the findings of an
 * email that it names, and names the host to write to next.
 */
export async function applyAnswer(
  db: Db,
  { id, enforcementId, sender, host, addressFailure }: Doubtful & { id: string; enforcementId: string },
): Promise<void> {
  if (addressFailure !== null) await markBounced(db, enforcementId, addressFailure)
  await spreadAnswer(db, id)
  if (host) await notifyOfHost(db, enforcementId, { sender, host })
}

/** Records a mail of which nothing could be read, and why. */
async function addUnread({ pool }: AnswerDeps, name: string, doubt: string): Promise<void> {
  const nothing = {
    kind: 'reply',
    sender: null,
    subject: '',
    body: '',
    ticket: null,
    host: null,
    addressFailure: null,
    excerpt: null,
    enforcementId: null,
    stored: null,
  }
  await inTransaction(pool, ({ db }) => addAnswer(db, { id: newId(), name, ...nothing, doubt }))
}

/** The host that an answer names is the next to write to: whoever sent the notice learns of it. */
async function notifyOfHost(
  db: Db,
  enforcementId: string,
  { sender, host }: { sender: string | null; host: NamedHost },
): Promise<void> {
  const about = await noticeAbout(db, enforcementId)
  if (!about) return
  const { address, ...notice } = about
  const text = messages.hostNamed({ sender: sender ?? '', address, host: host.name, email: host.email })
  await enqueue(db, hostNamed, { ...notice, text })
}

async function storeMail(
  files: AppContext['files'],
  id: string,
  content: Uint8Array,
): Promise<{ key: string; sha256: Buffer }> {
  const key = `answers/${id}.eml`
  await files.put(key, content, 'message/rfc822')
  return { key, sha256: createHash('sha256').update(content).digest() }
}

/** Only the reply address proves the match; ids in the mail are claims, since any reader of the notice knows them. */
async function matchOf(db: Db, secret: string, mail: InboundMail) {
  const proven = mail.recipients.flatMap((address) => mailOfReturnAddress(secret, address) ?? [])
  const known = await noticesAmong(db, [...proven, ...mail.noticeIds])
  const [enforcementId] = proven.filter((id) => known.has(id))
  const named = mail.noticeIds.filter((id) => known.has(id))
  if (enforcementId === undefined) {
    const claimed = named[0] ?? (await referredTo(db, mail.subject))
    return { enforcementId: claimed ?? null, doubt: claimed ? messages.otherAddress : messages.unknown }
  }
  // The findings of one email each have a notice in it.
  const records = (await recordsWith(db, enforcementId)).map(({ recordId }) => recordId)
  const namesOnlyOthers = named.length > 0 && !named.some((id) => records.includes(id))
  if (namesOnlyOthers) return { enforcementId, doubt: messages.otherNotice }
  const isFromSite = await isFromReportedSite(db, records, mail.sender)
  return { enforcementId, doubt: isFromSite ? messages.reportedSite : null }
}

/**
 * Whether a mail comes from a site that the notice reports: hosts pass notices on to their customers, with the reply address.
 * Not where the notice was sent to that site itself.
 */
async function isFromReportedSite(db: Db, records: readonly string[], sender: string | null): Promise<boolean> {
  const site = siteOfSender(sender)
  if (site === undefined) return false
  const reported = await reportedIn(db, records)
  if (reported.some(({ recipient }) => siteOfSender(recipient) === site)) return false
  const addresses = await titlesOf(db, reported)
  return [...addresses.values()].some((address) => siteOf(normaliseDomain(address)) === site)
}

const siteOfSender = (address: string | null): string | undefined =>
  address?.includes('@') ? siteOf(address.slice(address.lastIndexOf('@') + 1).toLowerCase()) : undefined

/** The notice whose subject a ticket system answers with, under a Message-ID of its own. */
async function referredTo(db: Db, subject: string): Promise<string | undefined> {
  const reference = /\[BK ([0-9a-f]{8})\]/i.exec(subject)?.[1]
  return reference === undefined ? undefined : noticeReferredTo(db, reference.toLowerCase())
}
