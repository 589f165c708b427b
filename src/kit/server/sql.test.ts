import { describe, expect, test } from 'vitest'
import { type Db, Sql, sql } from './sql.ts'

const compiled = (statement: Sql) => {
  const { text, values } = statement
  return [text, ...values]
}

describe('templates of SQL', () => {
  test('values are numbered parameters, also those of templates within templates', () => {
    const inner = sql`b = ${2} and c = ${[3, 4]}`
    expect(compiled(sql`select ${1} where ${inner} and ${sql`d = ${undefined}`} limit ${5}`)).toEqual([
      'select $1 where b = $2 and c = $3 and d = $4 limit $5',
      1,
      2,
      [3, 4],
      undefined,
      5,
    ])
    expect(compiled(sql`${inner}`)).toEqual(['b = $1 and c = $2', 2, [3, 4]])
    expect(compiled(sql``)).toEqual([''])
  })

  test('what looks like a template but came from a request is a value', () => {
    const fake: unknown = JSON.parse(JSON.stringify(sql`true; drop table users`))
    expect(compiled(sql`select ${fake}`)).toEqual(['select $1', fake])
    expect(fake).not.toBeInstanceOf(Sql)
  })

  test('names are quoted, whatever they contain', () => {
    expect(compiled(sql`${sql.table('pgboss.job')} ${sql.ref('f.x"; --')} ${sql.id('a.b', 'c')}`)).toEqual([
      '"pgboss"."job" "f"."x""; --" "a.b"."c"',
    ])
  })

  test('literals and raw text stand in the statement', () => {
    expect(compiled(sql`${sql.lit("it's")} ${sql.lit(-7)} ${sql.raw('now()')}`)).toEqual(["'it''s' -7 now()"])
  })

  test('parts are joined by commas or by what is named', () => {
    expect(compiled(sql`(${sql.join([1, sql`lower(${'A'})`, null])})`)).toEqual(['($1, lower($2), $3)', 1, 'A', null])
    expect(compiled(sql.join([sql`a`, sql`b = ${1}`], sql` and c = ${0} and `))).toEqual([
      'a and c = $1 and b = $2',
      0,
      1,
    ])
    expect(compiled(sql.join([]))).toEqual([''])
  })

  test('each run gets values of its own', async () => {
    const statement = sql`select ${1}`
    const db: Db = {
      run: (text, values) => Promise.resolve({ rows: [[text, values.pop()]], rowCount: 1 }),
      destroy: () => Promise.resolve(),
    }
    for (let n = 0; n < 2; n++) expect(await statement.execute(db)).toEqual({ rows: [['select $1', 1]], rowCount: 1 })
  })
})
