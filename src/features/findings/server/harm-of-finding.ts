import { sql, type Sql } from '#kit/server/db.ts'
import { harmOf, kindByCode } from '#vocabulary/harm-kinds.ts'

const codes = Object.keys(kindByCode)
const kinds = codes.map((code) => kindByCode[code]!)
const table = sql`unnest(${codes}::text[], ${kinds}::text[])`

/** Joins what `joinedHarm` needs of a column with reason codes. */
export const joinHarm = (reasonCode: Sql): Sql => sql`left join ${table} as harm_of_code (code, kind)
    on harm_of_code.code = ${reasonCode}
  left join ${table} as harm_of_group (code, kind) on harm_of_group.code = left(${reasonCode}, 3)`

/** The kind of harm of the joined reason code, as `harmOf` has it. */
export const joinedHarm: Sql = sql`coalesce(harm_of_code.kind, harm_of_group.kind, ${harmOf(null)})`
