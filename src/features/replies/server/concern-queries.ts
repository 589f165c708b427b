import { type Db, row, rows, sql } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import type { ListedAddress } from './named-addresses.ts'

/** The records that the email about this one is about, itself included, in the order of their ids. */
export function recordsWith(db: Db, enforcementId: string): Promise<ListedAddress[]> {
  return rows(
    db,
    sql`with email as (select coalesce(sent_with, id) as id from mails where id = ${enforcementId}::uuid)
      select m.id as "recordId", coalesce(m.about, '') as about
      from email join mails m on m.id = email.id or m.sent_with = email.id
      union select e.id, '' from enforcements e
      where e.id = ${enforcementId}::uuid and not exists (select from mails m where m.id = e.id) order by 1`,
  )
}

/** An answer that belongs to a record; the row that names the first of the records it concerns. */
export type BelongingAnswer = { id: string; kind: string; body: string; enforcementId: string }

/** Locks an answer by any of its rows; undefined when it is in doubt or there is none. */
export function lockBelonging(db: Db, id: string): Promise<BelongingAnswer | undefined> {
  return row(
    db,
    sql`select o.id, o.kind, o.body, o.enforcement_id as "enforcementId" from inbound_mails i
      join inbound_mails o on o.id = coalesce(i.answer_of, i.id)
      where i.id = ${id} and o.doubt is null and o.enforcement_id is not null for update of o`,
  )
}

/** The records that an answer concerns. */
export async function concernedBy(db: Db, id: string): Promise<string[]> {
  const found = await rows<{ id: string }>(
    db,
    sql`select enforcement_id as id from inbound_mails where ${id}::uuid in (id, answer_of) order by 1`,
  )
  return found.map((one) => one.id)
}

/** Stores which records an answer concerns: a row for each, of which the answer's own is the first; at least one. */
export async function setConcerned(db: Db, id: string, recordIds: readonly string[]): Promise<void> {
  await rows(db, sql`delete from inbound_mails where answer_of = ${id} and enforcement_id <> all(${recordIds}::uuid[])`)
  const concerned = new Set(await concernedBy(db, id))
  const own = (await row<{ at: string }>(db, sql`select enforcement_id as at from inbound_mails where id = ${id}`))!.at
  if (!recordIds.includes(own)) {
    const [first] = recordIds
    await rows(db, sql`delete from inbound_mails where answer_of = ${id} and enforcement_id = ${first!}::uuid`)
    await rows(db, sql`update inbound_mails set enforcement_id = ${first!}::uuid where id = ${id}`)
    concerned.add(first!)
  }
  const added = recordIds.filter((one) => !concerned.has(one))
  await rows(
    db,
    sql`insert into inbound_mails (id, name, kind, sender, subject, body, ticket, enforcement_id, received_at, stored_key,
        host_name, host_email, stored_sha256, corrected_from, corrected_by, corrected_at, answer_of, excerpt, address_failure)
      select a.id, i.name || ' ' || a.record_id, i.kind, i.sender, i.subject, i.body, i.ticket, a.record_id, i.received_at,
        i.stored_key, i.host_name, i.host_email, i.stored_sha256, i.corrected_from, i.corrected_by, i.corrected_at, i.id, i.excerpt, i.address_failure
      from inbound_mails i, unnest(${added.map(() => newId())}::uuid[], ${added}::uuid[]) as a (id, record_id)
      where i.id = ${id}`,
  )
}
