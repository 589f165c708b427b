import type { CaseFile } from '#features/case-files/contract.ts'
import type { Certificate } from '#features/case-files/rules.ts'
import type { DeskKind } from '#features/notices/rules.ts'
import type { VisitResult } from '#features/revisits/server/visit-address.ts'
import type { Signature } from '#kit/evidence/proof.ts'
import { likePattern, type Db, row, rows, sql } from '#kit/server/db.ts'
import { nameOrRoleOf } from '#kit/server/full-name.ts'
import { jsonbOf } from '#kit/server/jsonb.ts'
import type { StoredAttachment, TextAttachment } from '#kit/server/mail.ts'
import { stampsWhere } from './proof-queries.ts'

/** A case file to request. */
export type NewCaseFile = {
  id: string
  platform: string
  companyIds: readonly string[]
  findingIds: readonly string[]
  title: string
  certificate?: Certificate
  userId: string
}

/** Adds a requested case file. */
export async function addCaseFile(db: Db, caseFile: NewCaseFile): Promise<void> {
  await rows(
    db,
    sql`insert into case_files (id, platform, company_ids, finding_ids, title, requested_by, certificate)
      values (${caseFile.id}, ${caseFile.platform}, ${caseFile.companyIds}::uuid[], ${caseFile.findingIds}::uuid[], ${caseFile.title}, ${caseFile.userId},
        ${caseFile.certificate ?? 'none'})`,
  )
}

const state = sql`case when c.failed_at is not null then 'failed' when c.removed_at is not null then 'dropped'
  when c.ready_at is not null then 'ready' when c.tries > 0 then 'building' else 'waiting' end`

const selectCaseFile = sql`select c.id, ${state} as state, c.platform, c.title, cardinality(c.finding_ids) as findings, c.done,
  c.created_at as "createdAt", ${nameOrRoleOf(sql`u`)} as "createdBy",
  array(select name from companies where id = any(c.company_ids) order by lower(name)) as companies,
  c.problem, c.head, c.zip_bytes as "zipBytes", c.pdf_bytes as "pdfBytes", c.warnings,
  c.signature is not null as "isSigned",
  ${stampsWhere(sql`t.case_file_id = c.id`)} as stamps
  from case_files c join users u on u.id = c.requested_by`

/** One page of case files, newest first, and the total. */
export async function pageOfCaseFiles(
  db: Db,
  params: { search: string | undefined; size: number; offset: number },
): Promise<{ found: CaseFile[]; total: number }> {
  const isHead = /^[0-9a-f]{8,64}$/i.test(params.search ?? '')
  const byHead = isHead ? sql`or c.head like ${`${params.search!.toLowerCase()}%`}` : sql``
  const where = params.search ? sql`where c.title ilike ${likePattern(params.search)} ${byHead}` : sql``
  const found = await rows<CaseFile>(
    db,
    sql`${selectCaseFile} ${where} order by c.created_at desc, c.id desc limit ${params.size} offset ${params.offset}`,
  )
  const counted = await row<{ n: number }>(db, sql`select count(*) as n from case_files c ${where}`)
  return { found, total: counted!.n }
}

/** A case file as the API returns it; undefined for an unknown id. */
export function caseFileById(db: Db, id: string): Promise<CaseFile | undefined> {
  return row(db, sql`${selectCaseFile} where c.id = ${id}`)
}

export type StoredCaseFile = { createdAt: string; isReady: boolean; zipKey: string | null; pdfKey: string | null }

/** The storage keys of a case file; undefined for an unknown id. */
export function storedCaseFile(db: Db, id: string): Promise<StoredCaseFile | undefined> {
  return row(
    db,
    sql`select created_at as "createdAt", ready_at is not null as "isReady", zip_key as "zipKey", pdf_key as "pdfKey"
      from case_files where id = ${id}`,
  )
}

/** The ids of the companies whose findings a case file contains. */
export async function companiesOf(db: Db, id: string): Promise<readonly string[]> {
  const found = await row<{ ids: string[] }>(db, sql`select company_ids as ids from case_files where id = ${id}`)
  return found?.ids ?? []
}

/** A requested case file whose build has started. */
export type CaseToBuild = {
  id: string
  platform: string
  companyIds: string[]
  findingIds: string[]
  tries: number
  certificate: Certificate
  userId: string
  madeBy: string
}

/** Starts a build; undefined when the file is ready or has failed. */
export function beginTry(db: Db, id: string): Promise<CaseToBuild | undefined> {
  return row(
    db,
    sql`update case_files c set tries = c.tries + 1, done = 0 from users u
      where c.id = ${id} and u.id = c.requested_by and c.ready_at is null and c.failed_at is null
      returning c.id, c.platform, c.company_ids as "companyIds", c.finding_ids as "findingIds", c.tries, c.certificate,
        u.id as "userId", ${nameOrRoleOf(sql`u`)} || ' (' || u.role || ')' as "madeBy"`,
  )
}

/** Stores how many findings are written so far. */
export async function noteProgress(db: Db, id: string, done: number): Promise<void> {
  await rows(db, sql`update case_files set done = ${done} where id = ${id} and ready_at is null`)
}

/** The stored objects and the verification data of a finished case file. */
export type MadeFile = {
  head: string
  signature: Signature
  zip: { key: string; bytes: number; sha256: string }
  pdf: { key: string; bytes: number }
  warnings: readonly string[]
}

/** Publishes the file; false when another try was first. */
export async function markReady(
  db: Db,
  id: string,
  { head, signature, zip, pdf, warnings }: MadeFile,
): Promise<boolean> {
  const marked = await row(
    db,
    sql`update case_files set ready_at = now(), done = cardinality(finding_ids), head = ${head}, signature = ${jsonbOf(signature)}::jsonb, zip_key = ${zip.key},
        zip_bytes = ${zip.bytes}, zip_sha256 = ${zip.sha256}, pdf_key = ${pdf.key}, pdf_bytes = ${pdf.bytes},
        warnings = ${warnings}::text[], problem = null
      where id = ${id} and ready_at is null and failed_at is null returning id`,
  )
  return marked !== undefined
}

/** Marks a case file as failed, with a message for the user; a finished one stays. */
export async function markFailed(db: Db, id: string, problem: string): Promise<void> {
  await rows(
    db,
    sql`update case_files set failed_at = now(), problem = ${problem}
      where id = ${id} and ready_at is null and failed_at is null`,
  )
}

export type CaseFacts = { legalName: string | null; createdAt: string; createdBy: string | null; version: number }

/** The facts of a finding that lists do not contain. */
export async function factsOf(db: Db, key: FindingKey): Promise<CaseFacts> {
  const found = await row<CaseFacts>(
    db,
    sql`select k.legal_name as "legalName", f.created_at as "createdAt", ${nameOrRoleOf(sql`u`)} as "createdBy", f.version
      from findings f join companies k on k.id = f.company_id left join users u on u.id = f.created_by
      where f.company_id = ${key.companyId} and f.id = ${key.findingId}`,
  )
  return found!
}

/** A finding by its key. */
export type FindingKey = { companyId: string; findingId: string }

export type StatusChange = { at: string; by: string; module: string; from: string; to: string }

/** Every status change of a finding, oldest first; `product` stands for the person of one that nobody made. */
export function statusChanges(db: Db, { companyId, findingId }: FindingKey, product: string): Promise<StatusChange[]> {
  return rows(
    db,
    sql`select l.at, coalesce(${nameOrRoleOf(sql`u`)}, ${product}) as by, l.module, l.status_from as "from", l.status_to as "to"
      from status_log l left join users u on u.id = l.user_id
      where l.company_id = ${companyId} and l.finding_id = ${findingId} order by l.at, l.id`,
  )
}

export type Comment = { at: string; by: string; comment: string }

/** The comments on a finding, oldest first. */
export function commentsOn(db: Db, { companyId, findingId }: FindingKey): Promise<Comment[]> {
  return rows(
    db,
    sql`select c.created_at as at, ${nameOrRoleOf(sql`u`)} as by, c.comment from comments c join users u on u.id = c.user_id
      where c.company_id = ${companyId} and c.finding_id = ${findingId} order by c.created_at, c.id`,
  )
}

/** An email as stored in the outbox. */
export type CaseMail = {
  recipient: string
  subject: string
  text: string
  createdAt: string
  sendingAt: string | null
  sentAt: string | null
  failedAt: string | null
  isDoubtful: boolean
  answer: string | null
  error: string | null
  tries: number
  waits: number
  storedKey: string | null
  storedSha256: string | null
  attachments: (StoredAttachment | TextAttachment)[]
}

/** A reply that is proven to belong to a notice. */
export type CaseAnswer = {
  id: string
  kind: 'bounce' | 'automatic' | 'reply' | 'report'
  /** By whom and when the kind was changed last, and which was read from the mail; null where nobody changed it. */
  corrected: { from: CaseAnswer['kind']; by: string; at: string } | null
  sender: string | null
  subject: string
  body: string
  at: string
  storedKey: string | null
  storedSha256: string | null
}

/** An enforcement record with its email, override and replies. */
export type CaseRecord = {
  id: string
  at: string
  by: string | null
  actionTaken: string
  actionDate: string
  status: string
  registrar: string | null
  ipAddress: string | null
  hosting: string | null
  abuseEmail: string | null
  /** Whose desk a notice went to, as judged when it was sent. */
  deskKind: DeskKind | null
  deskName: string | null
  /** Of a report through a web form. */
  form: string | null
  ticket: string | null
  submittedAt: string | null
  mail: CaseMail | null
  override: { reason: string; missing: string[]; by: string; at: string } | null
  answers: CaseAnswer[]
}

/** The enforcement records of a finding, oldest first, with their emails and the replies proven to belong to them. */
export function enforcementOf(db: Db, { companyId, findingId }: FindingKey): Promise<CaseRecord[]> {
  return rows(
    db,
    sql`select e.id, e.created_at as at, ${nameOrRoleOf(sql`u`)} as by, e.action_taken as "actionTaken",
        e.action_date as "actionDate", e.status, e.registrar, e.ip_address as "ipAddress", e.hosting,
        e.abuse_email as "abuseEmail", e.desk_kind as "deskKind", e.desk_name as "deskName", e.form, e.ticket,
        e.submitted_at as "submittedAt",
        case when m.id is not null then jsonb_build_object('recipient', m.recipient, 'subject', m.subject,
          'text', m.text_body, 'createdAt', m.created_at, 'sendingAt', m.sending_at, 'sentAt', m.sent_at,
          'failedAt', m.failed_at, 'isDoubtful', m.is_doubtful, 'answer', m.answer, 'error', m.error, 'tries', m.tries,
          'waits', m.waits, 'storedKey', m.stored_key, 'storedSha256', encode(m.stored_sha256, 'hex'),
          'attachments', m.attachments) end as mail,
        case when o.enforcement_id is not null then jsonb_build_object('reason', o.reason, 'missing', o.missing,
          'by', ${nameOrRoleOf(sql`ou`)}, 'at', o.created_at) end as override,
        coalesce((select jsonb_agg(jsonb_build_object('id', i.id, 'kind', i.kind,
            'corrected', case when i.corrected_from is not null then jsonb_build_object('from', i.corrected_from,
              'by', ${nameOrRoleOf(sql`cu`)}, 'at', i.corrected_at) end, 'sender', i.sender,
            'subject', i.subject, 'body', i.body, 'at', i.received_at, 'storedKey', i.stored_key,
            'storedSha256', encode(i.stored_sha256, 'hex')) order by i.received_at, i.id)
          from inbound_mails i left join users cu on cu.id = i.corrected_by where i.enforcement_id = e.id and i.doubt is null), '[]') as answers
      from enforcements e left join users u on u.id = e.created_by left join mails m on m.id = e.id
      left join notice_overrides o on o.enforcement_id = e.id left join users ou on ou.id = o.user_id
      where e.company_id = ${companyId} and e.finding_id = ${findingId} order by e.created_at, e.id`,
  )
}

/** The result of one visit to a finding's address. */
export type CaseVisit = Omit<VisitResult, 'isCut' | 'retryAfter'> & { at: string; streak: number }

/** Every visit to a finding's address, oldest first. */
export function visitsOf(db: Db, { companyId, findingId }: FindingKey): Promise<CaseVisit[]> {
  return rows(
    db,
    sql`select v.at, v.address, v.outcome, v.side, v.streak, v.reason, v.status_code as "statusCode", v.addresses,
        v.name_servers as "nameServers", v.final_address as "finalAddress", v.title, v.excerpt,
        encode(v.sha256, 'hex') as sha256, v.bytes
      from finding_visits v where v.company_id = ${companyId} and v.finding_id = ${findingId} order by v.at, v.id`,
  )
}
