import type { AbuseContact, AbuseContactFields } from '#features/contacts/contract.ts'
import type { Page } from '#kit/contract/page.ts'
import { type Db, joinConditions, row, rows, type Sql, sql } from '#kit/server/db.ts'
import { type ListQuery, orderOf, readPage } from '#kit/server/read-page.ts'
import { searchConditions } from '#kit/server/search-text.ts'
import { uniqueViolationAsProblem } from '#kit/server/unique-violation.ts'
import { atVersion } from '#kit/server/versions.ts'

const record = sql`c.id, c.name, lower(c.email) as email, c.source, c.checked_on::text as "checkedOn",
  a.answered_at::date::text as "answeredOn", b.email is not null as bounced, c.version`

/** Contacts `c`, with the last answer `a` from their address and whether email to it bounced (`b`). */
const contactsWhere = (where: Sql): Sql => sql`from abuse_contacts c
  left join answered_addresses a on a.email = lower(c.email)
  left join bounced_addresses b on b.email = lower(c.email) where ${where}`

const sortable = {
  name: sql`lower(c.name)`,
  email: sql`lower(c.email)`,
  checkedOn: sql`c.checked_on`,
  answeredOn: sql`a.answered_at`,
}

/** One page of abuse contacts; unless sorted, by name. */
export function pageOfAbuseContacts(db: Db, query: ListQuery): Promise<Page<AbuseContact>> {
  const where = joinConditions([
    sql`true`,
    ...searchConditions(query.search, [sql`c.name`, sql`c.email`, sql`c.source`]),
  ])
  return readPage(db, query, {
    select: record,
    from: contactsWhere(where),
    order: query.sortBy === undefined ? sql`lower(c.name), lower(c.email)` : orderOf(query, sortable, sql`c.id`),
  })
}

/** An abuse contact by its id; undefined when it does not exist. */
export function abuseContactById(db: Db, id: string): Promise<AbuseContact | undefined> {
  return row(db, sql`select ${record} ${contactsWhere(sql`c.id = ${id}::uuid`)}`)
}

const indexes = { abuse_contacts_once: ['email', 'This address of this name'] } as const

/** Inserts an abuse contact. 422 when the name has this address. */
export async function insertAbuseContact(
  db: Db,
  userId: string,
  contact: AbuseContactFields & { id: string },
): Promise<void> {
  await uniqueViolationAsProblem(
    rows(
      db,
      sql`insert into abuse_contacts (id, name, email, source, checked_on, updated_by)
        values (${contact.id}::uuid, ${contact.name}, ${contact.email}, ${contact.source}, ${contact.checkedOn}::date,
          ${userId}::uuid)`,
    ),
    indexes,
  )
}

/**
 * Updates an abuse contact; undefined when it is gone or its version is another. It counts as checked by an Admin from
 * then on: neither as typed into a notice nor as what a registry says.
 */
export function updateAbuseContact(
  db: Db,
  userId: string,
  contact: AbuseContactFields & { id: string; version: number | undefined },
): Promise<{ id: string } | undefined> {
  return uniqueViolationAsProblem(
    row(
      db,
      sql`update abuse_contacts set name = ${contact.name}, email = ${contact.email}, source = ${contact.source},
          checked_on = ${contact.checkedOn}::date, created_by = null, is_from_registry = false,
          updated_by = ${userId}::uuid, updated_at = now(), version = version + 1
        where id = ${contact.id}::uuid and ${atVersion(contact.version)} returning id`,
    ),
    indexes,
  )
}

/** Deletes an abuse contact; false when it does not exist. */
export async function deleteAbuseContact(db: Db, id: string): Promise<boolean> {
  return (await row(db, sql`delete from abuse_contacts where id = ${id}::uuid returning 1`)) !== undefined
}
