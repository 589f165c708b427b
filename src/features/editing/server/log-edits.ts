import { changedColumns } from '#features/editing/contract.ts'
import { pictureChanges } from '#features/editing/messages.ts'
import { columnRef } from '#features/findings/server/column-refs.ts'
import type { RowsHeader } from '#features/staging-rows/server/read-header.ts'
import { type Db, sql, type Sql } from '#kit/server/db.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { finalPriority, finalValues, isNamed } from './final-values.ts'
import type { NamedColumns } from './read-edits.ts'

/** Characters of a value that its entry keeps. */
const longestValue = 300

/**
 * Notes which fields of which findings an edit changes, with their values before and after, for the threads of the
 * findings. Called before they are updated. The status is in the status log.
 */
export async function logEdits(
  db: Db,
  platform: FindingPlatformDefinition,
  { header, namedColumns, userId }: { header: RowsHeader; namedColumns: NamedColumns; userId: string },
): Promise<void> {
  const final = finalValues(platform, namedColumns)
  const names = changedColumns(platform).filter((name) => namedColumns[name] && name !== 'status')
  const values = names.map((name): Sql => {
    if (name === 'image') return pictureChange(platform)
    const after = name === 'priority' ? finalPriority(final) : final(name)
    return sql`(${sql.lit(name)}, (${columnRef(platform, name)})::text, (${after})::text)`
  })
  if (values.length === 0) return
  const cut = (value: Sql) => sql`left(coalesce(${value}, ''), ${sql.lit(longestValue)})`
  await sql`insert into finding_edits (company_id, finding_id, user_id, changes)
    select f.company_id, f.id, ${userId}::uuid, c.changes
    from staged s join merged m on m.row_index = s.row_index
    join findings f on f.company_id = ${header.companyId}::uuid and f.id = m.id
    join ${sql.table(platform.table)} d on d.company_id = f.company_id and d.finding_id = f.id
    cross join lateral (
      select jsonb_agg(jsonb_build_object('name', v.name, 'from', ${cut(sql`v.before`)}, 'to', ${cut(sql`v.after`)})) as changes
      from (values ${sql.join(values)}) v (name, before, after)
      where coalesce(v.before, '') <> coalesce(v.after, '')) c
    where c.changes is not null`.execute(db)
}

/** A picture is identified by its storage key, which means nothing to people: only that it was replaced or removed is logged. */
function pictureChange(platform: FindingPlatformDefinition): Sql {
  const isChanged = sql`(${isNamed(platform, 'image')}
    and (s.image, s.image_bucket, s.image_key) is distinct from (f.image, f.image_bucket, f.image_key))`
  return sql`('image', '', case when ${isChanged} then case when s.image is null and s.image_key is null
    then ${pictureChanges.removed} else ${pictureChanges.replaced} end end)`
}
