import type { ListInput } from '#features/findings/contract-schemas.ts'
import type { FindingResponse } from '#features/findings/server/finding-response.ts'
import {
  findingsPage,
  type FindingDeps,
  listFindings,
  restrictToPlatformStatuses,
} from '#features/findings/server/list-findings.ts'
import { visible } from '#features/findings/server/visible.ts'
import type { BoughtFinding, purchases } from '#features/purchases/contract.ts'
import type { CallOutput } from '#kit/contract/endpoint.ts'
import type { Db } from '#kit/server/db.ts'
import type { Session } from '#kit/server/session.ts'
import { trapPurchase } from '#platforms/trap-purchase.ts'
import { purchaseResponse, type LinkForReader } from './purchase-response.ts'
import { purchasesOf } from './queries.ts'

export type PurchaseTools = FindingDeps & { linkFor: LinkForReader }

/** The caller's trap purchases with their records (C-283). Throws 403 for a company or brand outside the scope. */
export async function listPurchases(
  db: Db,
  session: Session,
  input: ListInput,
  tools: PurchaseTools,
): Promise<CallOutput<typeof purchases.list>> {
  const page = await listFindings(db, session, trapPurchase, input, tools)
  return { ...page, docs: await withPurchases(db, page.docs, tools.linkFor) }
}

/** Maximum number of rows when no page size is given. */
const maxRows = 1000

/** The trap purchases of a company for the Admins who record them (S-246), of all time unless dates are given. */
export async function purchaseRecords(
  db: Db,
  session: Session,
  input: ListInput & { company: string },
  tools: PurchaseTools,
): Promise<CallOutput<typeof purchases.records>> {
  const { company: clientCompanyId, brand, startDate, endDate } = input
  const query = {
    platform: trapPurchase,
    scope: visible(trapPurchase, session, { clientCompanyId, brand }),
    range: startDate && endDate ? { startDate, endDate } : undefined,
    filters: restrictToPlatformStatuses(trapPurchase, input.filters),
  }
  const size = input.dropdownCount ?? input.perPage ?? maxRows
  const { docs, ...page } = await findingsPage(db, query, { ...input, size }, tools)
  return { ...page, data: await withPurchases(db, docs, tools.linkFor) }
}

async function withPurchases(
  db: Db,
  docs: readonly FindingResponse[],
  linkFor: LinkForReader,
): Promise<BoughtFinding[]> {
  if (docs.length === 0) return []
  const found = await purchasesOf(
    db,
    docs.map(({ id, company }) => ({ id, companyId: company.id })),
  )
  const purchaseOf = new Map(found.map((one) => [one.findingId, one]))
  return docs.map((doc) => {
    const purchase = purchaseOf.get(doc.id)
    const linkTo = (key: string) => linkFor(key, doc.brand.id)
    return { ...doc, purchase: purchase ? purchaseResponse(purchase, linkTo) : null } as BoughtFinding
  })
}
