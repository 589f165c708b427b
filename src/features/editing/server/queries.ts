import { editedColumns, rowsPerFetch } from '#features/editing/contract.ts'
import { columnRef, joinPlatformTable } from '#features/findings/server/column-refs.ts'
import { countersInScope } from '#features/findings/server/counters.ts'
import { inScope, type Scope } from '#features/findings/server/visible.ts'
import type { IdentityKeys, RowIndexes } from '#features/staging-rows/server/packed-lists.ts'
import type { RowsHeader } from '#features/staging-rows/server/read-header.ts'
import { likePattern, type Db, joinConditions, row, rows, sql, type Sql } from '#kit/server/db.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { reasonCodes } from '#vocabulary/reason-codes.ts'
import { statusCodes, statusDisplay } from '#vocabulary/statuses.ts'
import { finalValues, isNamed } from './final-values.ts'
import type { ParsedEdit } from './read-edits.ts'

/** Days on which the scope has findings, newest first, from the stored counters. */
export async function reportingDates(db: Db, scope: Scope): Promise<string[]> {
  const found = await rows<{ day: string }>(
    db,
    sql`select reporting_date as day from (
          select reporting_date, n from counter_day where ${countersInScope(scope)}
          union all select reporting_date, n from counter_delta where ${countersInScope(scope)}
        ) counted group by 1 having sum(n) > 0 order by 1 desc`,
  )
  return found.map(({ day }) => day)
}

/** The findings of a scope and day as JSON texts with pictures, in stored order; one more than a fetch returns. */
export function findingsToEdit(
  platform: FindingPlatformDefinition,
  scope: Scope,
  params: { reportingDate: string; filters: readonly (readonly [name: string, text: string])[] },
): Sql {
  const cells = editedColumns(platform).map((name) => sql`${sql.lit(name)}, ${columnRef(platform, name)}`)
  const filters = params.filters.map(([name, text]) => partOf(platform, name, text))
  return sql`select json_build_object('id', f.id, '_id', f.id, 'rowVersion', f.version,
      'reportingDate', f.reporting_date, ${sql.join(cells)})::text, f.image, f.image_bucket, f.image_key
    from findings f ${joinPlatformTable(platform)} join brands b on b.id = f.brand_id
    where ${joinConditions([inScope(scope), sql`f.reporting_date = ${params.reportingDate}::date`, ...filters])}
    order by f.id limit ${rowsPerFetch + 1}`
}

/** A part match on a column as displayed (G116): statuses and reason codes also by their names. */
function partOf(platform: FindingPlatformDefinition, name: string, text: string): Sql {
  const at = columnRef(platform, name)
  const has = (words: string) => words.toLowerCase().includes(text.toLowerCase())
  const { kind } = platform.columns[name]!
  const named =
    kind === 'status'
      ? statusCodes.filter((code) => has(statusDisplay(code).name))
      : kind === 'reasonCode'
        ? reasonCodes.filter((reason) => has(reason.name)).map(({ code }) => code)
        : []
  const part = sql`${at}::text ilike ${likePattern(text)}`
  return named.length === 0 ? part : sql`(${part} or ${at} = any(${named}::text[]))`
}

/** Result of matching staged rows with stored ones: the number found, and the rows of special cases. */
export type MergeResult = {
  found: number
  changed: RowIndexes
  gone: RowIndexes
  unchanged: RowIndexes
  emptied: RowIndexes
}

/**
 * Locks the findings that staged rows change, in the order of their ids, and joins both in the temporary table `merged`.
 * Rows of another brand, platform or date are not found.
 */
export async function mergeStagedRows(
  db: Db,
  platform: FindingPlatformDefinition,
  { header, namedColumns }: Pick<ParsedEdit, 'header' | 'namedColumns'>,
): Promise<MergeResult> {
  await sql`create temporary table merged on commit drop as
    with locked as materialized (
      select f.id, f.version, f.deleted_at is not null as is_gone, f.identity_key, f.status, f.image, f.image_bucket,
        f.image_key
      from findings f
      where f.company_id = ${header.companyId}::uuid and f.id = any(array(select id from staged))
        and f.brand_id = ${header.brandId}::uuid and f.platform = ${header.platform}
        and f.reporting_date = ${header.reportingDate}::date
      order by f.id for update)
    select l.*, s.row_index, s.seen_version is not null and s.seen_version <> l.version as is_newer,
      coalesce(s.identity_key, l.identity_key) as wanted_key, s.identity_key = l.identity_key as keeps_key
    from locked l join staged s on s.id = l.id`.execute(db)
  // Temporary tables have no statistics: analyzed, their joins are planned for the actual number of rows.
  await sql`analyze merged`.execute(db)
  const listed = (condition: Sql) => sql`coalesce(string_agg(row_index::text, ',') filter (where ${condition}), '')`
  const merged = await row<Omit<MergeResult, 'emptied'>>(
    db,
    sql`select count(*) as found, ${listed(sql`is_newer and not is_gone`)} as changed, ${listed(sql`is_gone`)} as gone,
          ${listed(sql`keeps_key`)} as unchanged from merged`,
  )
  return { ...merged!, emptied: namedColumns['image'] ? await settleStagedPictures(db, platform) : '' }
}

/**
 * Leaves unchanged pictures of staged rows as they are, and returns the rows whose picture is removed. A row may contain
 * the stored picture it was fetched with, which is ignored once its image cell has changed.
 */
async function settleStagedPictures(db: Db, platform: FindingPlatformDefinition): Promise<RowIndexes> {
  await sql`update staged s set picture_given = null, image = coalesce(s.image, m.image)
    from merged m where m.row_index = s.row_index and s.picture_given = m.image_bucket || '/' || m.image_key`.execute(
    db,
  )
  await sql`update staged s set picture_given = null, picture_name = null, image_bucket = m.image_bucket,
      image_key = m.image_key
    from merged m where m.row_index = s.row_index and m.image is not distinct from s.image and s.picture_given is null`.execute(
    db,
  )
  const found = await row<{ rows: RowIndexes }>(
    db,
    sql`select coalesce(string_agg(s.row_index::text, ','), '') as rows
        from staged s join merged m on m.row_index = s.row_index
        where s.image is null and s.picture_given is null and m.image is not null and ${isNamed(platform, 'image')}`,
  )
  return found!.rows
}

/**
 * Keys of the new addresses of rows that another finding of the brand has; and whether a row of this
 * edit takes the address of another row.
 */
export async function conflictingAddresses(
  db: Db,
  header: RowsHeader,
): Promise<{ conflicting: IdentityKeys; isPassedOn: boolean }> {
  const found = await row<{ conflicting: IdentityKeys; passed: boolean }>(
    db,
    sql`with moving as materialized (select id, wanted_key from merged where wanted_key <> identity_key and not is_gone),
        holders as materialized (select f.id, f.identity_key from findings f
          where f.company_id = ${header.companyId}::uuid and f.brand_id = ${header.brandId}::uuid
            and f.deleted_at is null and f.identity_key = any(array(select wanted_key from moving)))
      select coalesce(string_agg(h.identity_key::text, ',') filter (where m.id is null), '') as conflicting,
        count(m.id) > 0 as passed from holders h left join moving m on m.id = h.id`,
  )
  return { conflicting: found!.conflicting, isPassedOn: found!.passed }
}

/** Rows whose new listing id another row of the edit or of the brand has. */
export async function sameLids(
  db: Db,
  platform: FindingPlatformDefinition,
  { header, namedColumns }: Pick<ParsedEdit, 'header' | 'namedColumns'>,
): Promise<RowIndexes> {
  const { column, within } = platform.alsoUnique!
  if (!namedColumns[column] && !namedColumns[within]) return ''
  const final = finalValues(platform, namedColumns)
  const lidOf = (lid: Sql) => sql`upper(btrim(${lid}))`
  const [lid, site] = [columnRef(platform, column), columnRef(platform, within)]
  const found = await row<{ rows: RowIndexes }>(
    db,
    sql`with final as materialized (
        select s.row_index, s.id, ${lidOf(final(column))} as lid, lower(${final(within)}) as site,
          (${lidOf(final(column))}, lower(${final(within)})) is distinct from (${lidOf(lid)}, lower(${site})) as is_new
        from staged s join merged m on m.row_index = s.row_index
        join ${sql.table(platform.table)} d on d.company_id = ${header.companyId}::uuid and d.finding_id = s.id
        where ${final(column)} is not null),
      within as (select row_index, row_number() over (partition by lid, site order by is_new, row_index) as position, is_new
        from final),
      others as materialized (
        select ${lidOf(lid)} as lid, lower(${site}) as site, (
            select f.brand_id = ${header.brandId}::uuid and f.deleted_at is null from findings f
            where f.company_id = d.company_id and f.id = d.finding_id) as counts
        from ${sql.table(platform.table)} d
        where d.company_id = ${header.companyId}::uuid and ${lid} is not null
          and ${lidOf(lid)} = any(array(select lid from final where is_new))
          and d.finding_id not in (select id from staged))
      select coalesce(string_agg(row_index::text, ','), '') as rows from (
        select row_index from within where is_new and position > 1
        union select f.row_index from final f join others o on o.lid = f.lid and o.site = f.site
        where f.is_new and o.counts) same`,
  )
  return found!.rows
}

/** The ids of the first findings that the staged rows change, in the order of the rows. */
export async function firstMerged(db: Db, max: number): Promise<string[]> {
  return (await rows<{ id: string }>(db, sql`select id from merged order by row_index limit ${max}`)).map(
    ({ id }) => id,
  )
}
