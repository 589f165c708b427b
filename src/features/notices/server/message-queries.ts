import type { PhishingMessage } from '#features/notices/contract.ts'
import { type Db, row, rows, type Sql, sql } from '#kit/server/db.ts'

/** A message as notices state it; `text` is null of a picture. */
export type StatedMessage = {
  findingId: string
  kind: PhishingMessage['kind']
  sender: string
  subject: string
  sentAt: string | null
  receivedOn: string | null
  text: string | null
  bucket: string
  key: string
  mediaType: string
  bytes: number
  sha256: string
}

const stated = sql`m.finding_id as "findingId", m.kind, m.sender, m.subject, m.sent_at as "sentAt",
  m.received_on::text as "receivedOn", m.body as text, p.bucket, m.file_key as key, m.media_type as "mediaType", m.file_bytes as bytes,
  encode(m.file_sha256, 'hex') as sha256`

/** The messages that led to these findings' pages, oldest first. */
export function messagesOf(db: Db, findingIds: readonly string[]): Promise<StatedMessage[]> {
  return rows(
    db,
    sql`select ${stated} from unnest(${findingIds}::uuid[]) as requested (id) join findings f on f.id = requested.id
      join phishing_messages m on m.company_id = f.company_id and m.finding_id = f.id
      join files p on p.key = m.file_key order by m.created_at, m.id`,
  )
}

/** A finding by its company. */
export type FindingRef = { companyId: string; findingId: string }

export type StoredMessage = StatedMessage & {
  id: string
  originalKey: string
  originalSha256: string
  createdAt: string
  createdBy: string
}

/** The messages of a finding with who added them, oldest first. */
export function storedMessages(db: Db, { companyId, findingId }: FindingRef): Promise<StoredMessage[]> {
  return rows(
    db,
    sql`select m.id, ${stated}, m.original_key as "originalKey", encode(m.original_sha256, 'hex') as "originalSha256",
        m.created_at as "createdAt", concat_ws(' ', u.first_name, u.last_name) as "createdBy"
      from phishing_messages m join users u on u.id = m.created_by join files p on p.key = m.file_key
      where m.company_id = ${companyId} and m.finding_id = ${findingId} order by m.created_at, m.id`,
  )
}

export type NewMessage = FindingRef &
  Pick<StatedMessage, 'kind' | 'sender' | 'subject' | 'sentAt' | 'receivedOn' | 'text' | 'mediaType'> & {
    id: string
    userId: string
    original: { key: string; sha256: Buffer }
    file: { key: string; bytes: number; sha256: Buffer }
  }

export async function insertMessage(db: Db, one: NewMessage): Promise<void> {
  await rows(
    db,
    sql`insert into phishing_messages (company_id, id, finding_id, kind, sender, subject, sent_at, received_on, body,
        original_key, original_sha256, file_key, file_bytes, file_sha256, media_type, created_by)
      values (${one.companyId}, ${one.id}, ${one.findingId}, ${one.kind}, ${one.sender}, ${one.subject},
        ${one.sentAt}::timestamptz, ${one.receivedOn}::date, ${one.text}, ${one.original.key}, ${one.original.sha256},
        ${one.file.key}, ${one.file.bytes}, ${one.file.sha256}, ${one.mediaType}, ${one.userId}::uuid)`,
  )
}

/** Removes a message of a finding; false when there is none. Its files stay: sent notices may have them. */
export async function deleteMessage(
  db: Db,
  { companyId, findingId, id }: FindingRef & { id: string },
): Promise<boolean> {
  const found = await row(
    db,
    sql`delete from phishing_messages where company_id = ${companyId} and finding_id = ${findingId} and id = ${id}
      returning 1`,
  )
  return found !== undefined
}

/** The company and reason code of a finding of a scope; locked while its messages change. */
export function findingInScope(
  db: Db,
  id: string,
  { scope, lock }: { scope: Sql; lock: boolean },
): Promise<{ companyId: string; reasonCode: string | null } | undefined> {
  return row(
    db,
    sql`select f.company_id as "companyId", f.reason_code as "reasonCode" from findings f
      where f.id = ${id} and ${scope} ${lock ? sql`for no key update of f` : sql``}`,
  )
}
