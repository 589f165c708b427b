import { storedName } from '#columns/stored.ts'
import { changedColumns } from '#features/editing/contract.ts'
import { columnRef } from '#features/findings/server/column-refs.ts'
import { sql, type Sql } from '#kit/server/db.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import type { NamedColumns } from './read-edits.ts'

/** The value of a column after the edit: `s` is staged, `f` findings and `d` the platform's own table. */
export type FinalValue = (name: string) => Sql

/** Whether a staged row has a value for a column. */
export function isNamed(platform: FindingPlatformDefinition, name: string): Sql {
  return sql`get_bit(s.given, ${sql.lit(changedColumns(platform).indexOf(name))}) = 1`
}

/** The value each column will have: the given one where the row has it, else the stored one. */
export function finalValues(platform: FindingPlatformDefinition, namedColumns: NamedColumns): FinalValue {
  return (name) => {
    const stored = columnRef(platform, name)
    if (!namedColumns[name]) return stored
    const own = platform.columns[name]!.storedIn === 'own'
    const given = sql.ref(`s.${own ? 'own_' : ''}${storedName(name)}`)
    return namedColumns[name] === 'all'
      ? given
      : sql`case when ${isNamed(platform, name)} then ${given} else ${stored} end`
  }
}

/** The priority after the edit: an empty one is that of the reason code (G50). */
export const finalPriority = (final: FinalValue): Sql =>
  sql`coalesce(${final('priority')}, (select r.priority from reason_codes r where r.code = ${final('reasonCode')}))`
