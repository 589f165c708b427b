import type { SharedHost, SharedHostFields } from '#features/contacts/contract.ts'
import type { Page } from '#kit/contract/page.ts'
import { type Db, joinConditions, row, rows, sql } from '#kit/server/db.ts'
import { type ListQuery, orderOf, readPage } from '#kit/server/read-page.ts'
import { searchConditions } from '#kit/server/search-text.ts'
import { uniqueViolationAsProblem } from '#kit/server/unique-violation.ts'
import { atVersion } from '#kit/server/versions.ts'

const record = sql`h.id, h.suffix, h.name, h.email, h.form, h.source, h.checked_on::text as "checkedOn", h.version`

const sortable = { suffix: sql`h.suffix`, name: sql`lower(h.name)`, email: sql`h.email`, checkedOn: sql`h.checked_on` }

/** One page of shared hosts; unless sorted, by suffix. */
export function pageOfSharedHosts(db: Db, query: ListQuery): Promise<Page<SharedHost>> {
  const where = joinConditions([
    sql`true`,
    ...searchConditions(query.search, [sql`h.suffix`, sql`h.name`, sql`coalesce(h.email, '')`]),
  ])
  return readPage(db, query, {
    select: record,
    from: sql`from shared_hosts h where ${where}`,
    order: query.sortBy === undefined ? sql`h.suffix` : orderOf(query, sortable, sql`h.id`),
  })
}

/** Every shared host. */
export const allSharedHosts = (db: Db): Promise<SharedHost[]> => rows(db, sql`select ${record} from shared_hosts h`)

/** A shared host by its id; undefined when it does not exist. */
export function sharedHostById(db: Db, id: string): Promise<SharedHost | undefined> {
  return row(db, sql`select ${record} from shared_hosts h where h.id = ${id}::uuid`)
}

const indexes = { shared_hosts_suffix: ['suffix', 'Suffix'] } as const

/** Inserts a shared host. 422 when its suffix exists. */
export async function insertSharedHost(db: Db, userId: string, host: SharedHostFields & { id: string }): Promise<void> {
  await uniqueViolationAsProblem(
    rows(
      db,
      sql`insert into shared_hosts (id, suffix, name, email, form, source, checked_on, updated_by)
        values (${host.id}::uuid, ${host.suffix}, ${host.name}, nullif(${host.email}, ''), nullif(${host.form}, ''),
          ${host.source}, ${host.checkedOn}::date, ${userId}::uuid)`,
    ),
    indexes,
  )
}

/** Updates a shared host; undefined when it is gone or its version is another. */
export function updateSharedHost(
  db: Db,
  userId: string,
  host: SharedHostFields & { id: string; version: number | undefined },
): Promise<{ id: string } | undefined> {
  return uniqueViolationAsProblem(
    row(
      db,
      sql`update shared_hosts set suffix = ${host.suffix}, name = ${host.name}, email = nullif(${host.email}, ''),
          form = nullif(${host.form}, ''), source = ${host.source}, checked_on = ${host.checkedOn}::date,
          updated_by = ${userId}::uuid, updated_at = now(), version = version + 1
        where id = ${host.id}::uuid and ${atVersion(host.version)} returning id`,
    ),
    indexes,
  )
}

/** Deletes a shared host; false when it does not exist. */
export async function deleteSharedHost(db: Db, id: string): Promise<boolean> {
  return (await row(db, sql`delete from shared_hosts where id = ${id}::uuid returning 1`)) !== undefined
}
