import type { DeskForm, DeskFormFields } from '#features/contacts/contract.ts'
import type { Page } from '#kit/contract/page.ts'
import { type Db, joinConditions, row, rows, sql } from '#kit/server/db.ts'
import { type ListQuery, orderOf, readPage } from '#kit/server/read-page.ts'
import { searchConditions } from '#kit/server/search-text.ts'
import { uniqueViolationAsProblem } from '#kit/server/unique-violation.ts'
import { atVersion } from '#kit/server/versions.ts'

const record = sql`d.id, d.kind, d.name, d.known_as as "knownAs", d.form, d.takes_email as "takesEmail", d.harms, d.source,
  d.checked_on::text as "checkedOn", d.is_used as "isUsed", d.version`

const sortable = {
  kind: sql`d.kind`,
  name: sql`lower(d.name)`,
  form: sql`d.form`,
  checkedOn: sql`d.checked_on`,
  isUsed: sql`d.is_used`,
}

/** One page of report forms; unless sorted, by name. */
export function pageOfDeskForms(db: Db, query: ListQuery): Promise<Page<DeskForm>> {
  const where = joinConditions([
    sql`true`,
    ...searchConditions(query.search, [
      sql`d.name`,
      sql`array_to_string(d.known_as, ' ')`,
      sql`coalesce(d.form, '')`,
      sql`d.kind`,
    ]),
  ])
  return readPage(db, query, {
    select: record,
    from: sql`from desk_forms d where ${where}`,
    order: query.sortBy === undefined ? sql`lower(d.name), d.kind, d.id` : orderOf(query, sortable, sql`d.id`),
  })
}

/** Every form that is in use, by name. */
export const usedDeskForms = (db: Db): Promise<DeskForm[]> =>
  rows(db, sql`select ${record} from desk_forms d where d.is_used order by lower(d.name), d.id`)

/** A report form by its id; undefined when it does not exist. */
export function deskFormById(db: Db, id: string): Promise<DeskForm | undefined> {
  return row(db, sql`select ${record} from desk_forms d where d.id = ${id}::uuid`)
}

const indexes = { desk_forms_form: ['form', 'Web form'] } as const

/** Inserts a report form. 422 when the desk has it already. */
export async function insertDeskForm(db: Db, userId: string, one: DeskFormFields & { id: string }): Promise<void> {
  await uniqueViolationAsProblem(
    rows(
      db,
      sql`insert into desk_forms (id, kind, name, known_as, form, takes_email, harms, source, checked_on, is_used, updated_by)
        values (${one.id}::uuid, ${one.kind}, ${one.name}, ${one.knownAs}::text[], nullif(${one.form}, ''),
          ${one.takesEmail}, ${one.harms}::text[], ${one.source}, ${one.checkedOn}::date, ${one.isUsed}, ${userId}::uuid)`,
    ),
    indexes,
  )
}

/** Updates a report form; undefined when it is gone or its version is another. */
export function updateDeskForm(
  db: Db,
  userId: string,
  one: DeskFormFields & { id: string; version: number | undefined },
): Promise<{ id: string } | undefined> {
  return uniqueViolationAsProblem(
    row(
      db,
      sql`update desk_forms set kind = ${one.kind}, name = ${one.name}, known_as = ${one.knownAs}::text[],
          form = nullif(${one.form}, ''), takes_email = ${one.takesEmail}, harms = ${one.harms}::text[],
          source = ${one.source}, checked_on = ${one.checkedOn}::date, is_used = ${one.isUsed},
          updated_by = ${userId}::uuid, updated_at = now(), version = version + 1
        where id = ${one.id}::uuid and ${atVersion(one.version)} returning id`,
    ),
    indexes,
  )
}

/** Deletes a report form; false when it does not exist. */
export async function deleteDeskForm(db: Db, id: string): Promise<boolean> {
  return (await row(db, sql`delete from desk_forms where id = ${id}::uuid returning 1`)) !== undefined
}
