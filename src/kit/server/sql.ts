import { Sql as Template } from 'sql-template-tag'

/** Runs statements: over a pool, or over the client of a transaction. */
export type Db = {
  run: (text: string, values: unknown[]) => Promise<{ rows: unknown[]; rowCount: number | null }>
  /** Ends the connections of the pool; nothing in a transaction. */
  destroy: () => Promise<void>
}

/**
 * A part of a statement: the texts around its values. Values are always parameters, whatever they are; only another `Sql`
 * becomes text. `text` has numbered parameters, `values` is what they are. It is a class so that nothing that was parsed from a request can be one.
 */
export class Sql extends Template {
  async execute<Row>(db: Db): Promise<{ rows: Row[]; rowCount: number | null }> {
    const { rows, rowCount } = await db.run(this.text, [...this.values])
    return { rows: rows as Row[], rowCount }
  }
}

/** A template of SQL: what is put in becomes a parameter, or text if it is `Sql`. */
export function sql(texts: readonly string[], ...parts: readonly unknown[]): Sql {
  return new Sql(texts, parts)
}

/** Names of a table or column, `schema.table` in two parts; quoted. */
sql.table = nameOf
sql.ref = nameOf

/** Names as they are, joined by dots; quoted. */
sql.id = (...names: readonly string[]): Sql => sql.raw(names.map(quoted).join('.'))

/** Text that stands in the statement as it is: never anything that comes from a request. */
sql.raw = (text: string): Sql => new Sql([text], [])

/** A value that stands in the statement itself, for example so that an index with a condition on it is used. */
sql.lit = (value: string | number): Sql =>
  sql.raw(typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`)

/** Values or `Sql`, with a comma or something else between them. */
sql.join = (parts: readonly unknown[], separator: Sql = comma): Sql => {
  const between = parts.flatMap((part, n) => (n === 0 ? [part] : [separator, part]))
  return new Sql(
    Array.from({ length: between.length + 1 }, () => ''),
    between,
  )
}

const comma = sql.raw(', ')

function nameOf(name: string): Sql {
  return sql.id(...name.split('.'))
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
