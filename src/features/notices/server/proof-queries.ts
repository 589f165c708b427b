import { type Db, row, type Sql, rows, sql } from '#kit/server/db.ts'

/** A finding whose proofs are chosen, and what is chosen. */
export type ProvedFinding = {
  companyId: string
  brandId: string
  reasonCode: string | null
  url: string | null
  articleId: string | null
  purchaseId: string | null
}

/** A finding of a scope; undefined when there is none. `page` is its address. */
export function provedFinding(
  db: Db,
  id: string,
  { scope, page, join }: { scope: Sql; page: Sql; join: Sql },
): Promise<ProvedFinding | undefined> {
  return row(
    db,
    sql`select f.company_id as "companyId", f.brand_id as "brandId", f.reason_code as "reasonCode", ${page} as url,
        c.article_id as "articleId", c.purchase_id as "purchaseId"
      from findings f ${join} left join chosen_proofs c on c.company_id = f.company_id and c.finding_id = f.id
      where f.id = ${id} and ${scope}`,
  )
}

type Choice = { companyId: string; findingId: string; articleId: string | null; purchaseId: string | null }

/** Stores what a person chose; null: chosen by itself. */
export async function saveChoice(db: Db, userId: string, one: Choice): Promise<void> {
  await rows(
    db,
    sql`insert into chosen_proofs (company_id, finding_id, article_id, purchase_id, chosen_by)
      values (${one.companyId}, ${one.findingId}, ${one.articleId}::uuid, ${one.purchaseId}::uuid, ${userId}::uuid)
      on conflict (company_id, finding_id) do update set article_id = excluded.article_id,
        purchase_id = excluded.purchase_id, chosen_by = excluded.chosen_by, chosen_at = now()`,
  )
}
