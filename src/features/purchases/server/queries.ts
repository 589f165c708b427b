import { storedName } from '#columns/stored.ts'
import { type Db, row, rows, sql, type Sql } from '#kit/server/db.ts'
import { atVersion } from '#kit/server/versions.ts'
import { purchaseColumns, type PurchaseColumn } from '#platforms/trap-purchase.ts'

/** The fields of a purchase; files by their keys in Brandkeep's bucket. Empty texts are stored as null. */
export type PurchaseContent = Record<Exclude<PurchaseColumn, 'pricePaid'>, string> & {
  pricePaid: number | null
  invoiceFile: string | undefined
  gstFile: string | undefined
  imageUrls: readonly string[]
}

export type PurchaseRow = Record<Exclude<PurchaseColumn, 'pricePaid'>, string | null> & {
  id: string
  findingId: string
  pricePaid: number | null
  invoiceFile: string | null
  gstFile: string | null
  imageUrls: string[]
  version: number
}

/** A finding that is already known to be in the caller's scope. */
type Finding = { id: string; companyId: string }

const names = Object.keys(purchaseColumns) as PurchaseColumn[]
const columns = sql.join([
  ...names.map((name) => sql`p.${sql.id(storedName(name))} as ${sql.id(name)}`),
  sql`p.id, p.finding_id as "findingId", p.invoice_file as "invoiceFile", p.gst_file as "gstFile",
    p.image_urls as "imageUrls", p.version`,
])

/** The purchases of these findings; the caller has checked that they are in scope. */
export function purchasesOf(db: Db, findings: readonly Finding[]): Promise<PurchaseRow[]> {
  const companies = findings.map(({ companyId }) => companyId)
  const ids = findings.map(({ id }) => id)
  return rows(
    db,
    sql`select ${columns} from unnest(${companies}::uuid[], ${ids}::uuid[]) as f (company_id, id)
      join purchases p on p.company_id = f.company_id and p.finding_id = f.id`,
  )
}

/** Columns and values to write, in the same order. */
function assignments(content: PurchaseContent): (readonly [column: string, value: Sql])[] {
  return [
    ...names.map((name) => {
      const value = content[name]
      return [storedName(name), sql`${value === '' ? null : value}`] as const
    }),
    ['invoice_file', sql`${content.invoiceFile ?? null}`],
    ['gst_file', sql`${content.gstFile ?? null}`],
    ['image_urls', sql`${content.imageUrls}::text[]`],
  ]
}

/** Inserts a purchase; false when the finding already has one (G93). */
export async function addPurchase(
  db: Db,
  params: { id: string; finding: Finding; content: PurchaseContent; userId: string },
): Promise<boolean> {
  const values = assignments(params.content)
  const added = await row(
    db,
    sql`insert into purchases (id, company_id, finding_id, created_by, ${sql.join(values.map(([name]) => sql.id(name)))})
      values (${params.id}::uuid, ${params.finding.companyId}::uuid, ${params.finding.id}::uuid, ${params.userId}::uuid,
        ${sql.join(values.map(([, value]) => value))})
      on conflict (company_id, finding_id) do nothing returning id`,
  )
  return added !== undefined
}

/** Updates the purchase of a finding; undefined for another finding's purchase or when the version is not current. */
export function changePurchase(
  db: Db,
  params: { id: string; finding: Finding; content: PurchaseContent; userId: string; version: number | undefined },
): Promise<{ id: string } | undefined> {
  const values = assignments(params.content).map(([name, value]) => sql`${sql.id(name)} = ${value}`)
  return row(
    db,
    sql`update purchases set ${sql.join(values)}, version = version + 1, updated_at = now(), updated_by = ${params.userId}::uuid
      where id = ${params.id}::uuid and company_id = ${params.finding.companyId}::uuid and finding_id = ${params.finding.id}::uuid
        and ${atVersion(params.version)} returning id`,
  )
}

/** The additional columns of a trap-purchase download: the purchase's cells and the join they come from. */
export const purchaseCells = {
  names,
  columns: purchaseColumns,
  cells: names.map((name) => sql`bought.${sql.id(storedName(name))}`),
  join: sql`left join purchases bought on bought.company_id = f.company_id and bought.finding_id = f.id`,
}
