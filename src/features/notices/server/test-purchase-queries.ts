import type { TestPurchase } from '#features/notices/rules.ts'
import { type Db, rows, type Sql, sql } from '#kit/server/db.ts'

/**
 * The test purchases that prove these findings: of the finding itself, else of the same address, else of the same seller on
 * the same site; within its company and brand, and only with a recorded fault: others say nothing about the goods. One that a
 * person chose comes before all of these.
 */
export function testPurchasesOf(
  db: Db,
  findings: readonly { id: string; url: string | null }[],
): Promise<(TestPurchase & { findingId: string })[]> {
  return rows(db, sql`${purchasesFor(findings)} limit 1) bought`)
}

/** All purchases that could prove a finding, in the same order. */
export function purchasesToChooseFrom(
  db: Db,
  finding: { id: string; url: string | null },
): Promise<(TestPurchase & { id: string; findingId: string })[]> {
  return rows(db, sql`${purchasesFor([finding])} limit 50) bought`)
}

const purchasesFor = (findings: readonly { id: string; url: string | null }[]): Sql =>
  sql`select f.id as "findingId", bought.*
      from unnest(${findings.map(({ id }) => id)}::uuid[], ${findings.map(({ url }) => url)}::text[]) as requested (id, url)
      join findings f on f.id = requested.id
      left join findings_e_commerce own on own.company_id = f.company_id and own.finding_id = f.id
      left join chosen_proofs chosen on chosen.company_id = f.company_id and chosen.finding_id = f.id
      cross join lateral (select p.id, x.url as address, o.id = f.id or coalesce(x.url = requested.url, false) as "isOwn", p.seller_name as seller,
          p.purchased_on as "purchasedOn", p.order_number as "orderNumber", p.fault
        from purchases p join findings o on o.company_id = p.company_id and o.id = p.finding_id
          join findings_e_commerce x on x.company_id = o.company_id and x.finding_id = o.id
        where p.company_id = f.company_id and o.brand_id = f.brand_id and o.deleted_at is null and p.fault is not null
          and (o.id = f.id or x.url = requested.url or (own.username <> '' and own.site <> ''
            and lower(x.username) = lower(own.username) and lower(x.site) = lower(own.site)))
        order by p.id = chosen.purchase_id desc nulls last, o.id = f.id desc, x.url = requested.url desc nulls last,
          p.purchased_on desc nulls last, p.created_at desc`
