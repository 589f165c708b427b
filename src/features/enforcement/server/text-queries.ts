import { createHash } from 'node:crypto'
import { type Db, rows, sql } from '#kit/server/db.ts'
import { jsonbOf } from '#kit/server/jsonb.ts'

/** A text with its placeholders, and the configuration whose it is. */
export type NoticeText = { configurationId: string; lines: readonly string[] }

const hashOf = ({ lines }: NoticeText): string => createHash('sha256').update(JSON.stringify(lines)).digest('hex')

/** The ids of these texts, in their order; new ones are stored. */
export async function textIdsOf(db: Db, texts: readonly NoticeText[]): Promise<number[]> {
  const keyOf = (text: NoticeText) => `${text.configurationId} ${hashOf(text)}`
  const distinct = [...new Map(texts.map((one) => [keyOf(one), one])).values()].toSorted((a, b) =>
    keyOf(a) < keyOf(b) ? -1 : 1,
  )
  const [configurations, hashes] = [distinct.map((one) => one.configurationId), distinct.map(hashOf)]
  const given = sql`unnest(${configurations}::uuid[], ${hashes}::text[],
    ${distinct.map(({ lines }) => jsonbOf(lines))}::jsonb[]) as g (configuration_id, hash, lines)`
  await rows(
    db,
    sql`insert into notice_texts (configuration_id, sha256, lines)
      select g.configuration_id, decode(g.hash, 'hex'), g.lines from ${given} on conflict do nothing`,
  )
  const found = await rows<{ key: string; id: number }>(
    db,
    sql`select g.configuration_id || ' ' || g.hash as key, t.id from ${given}
      join notice_texts t on t.configuration_id = g.configuration_id and t.sha256 = decode(g.hash, 'hex')`,
  )
  const ids = new Map(found.map(({ key, id }) => [key, id]))
  return texts.map((one) => ids.get(keyOf(one))!)
}
