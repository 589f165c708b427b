import { storedFor } from '#features/files/server/stored-for.ts'
import { findingNeedsClient } from '#features/findings/contract-jobs.ts'
import { changeStatus } from '#features/findings/server/change-status.ts'
import { type LockedFinding, lockFinding } from '#features/findings/server/locate-finding.ts'
import { logStatus } from '#features/findings/server/log-subject.ts'
import { visible } from '#features/findings/server/visible.ts'
import type { PurchaseInput, PurchaseRecord, purchases } from '#features/purchases/contract.ts'
import {
  alreadySaved,
  notAPurchase,
  onlyImages,
  onlyDocuments,
  saved,
  statusNotValid,
} from '#features/purchases/messages.ts'
import { missingWhenComplete } from '#features/purchases/rules.ts'
import { id as anId } from '#kit/contract/texts.ts'
import { logDataChange } from '#kit/server/audit.ts'
import { changedFields } from '#kit/server/changed-fields.ts'
import type { Db } from '#kit/server/db.ts'
import { enqueue } from '#kit/server/jobs.ts'
import { newId } from '#kit/server/id.ts'
import { invalid, notFound, Problem } from '#kit/server/problem.ts'
import type { Call, AppContext } from '#kit/server/serve.ts'
import { orEditConflict } from '#kit/server/versions.ts'
import { isPurchaseStatus, purchaseColumns, trapPurchase } from '#platforms/trap-purchase.ts'
import { purchaseComplete, readStatus, type StatusCode, notifiedPurchaseStatuses } from '#vocabulary/statuses.ts'
import { purchaseResponse, type LinkForReader } from './purchase-response.ts'
import { addPurchase, changePurchase, type PurchaseContent, purchasesOf } from './queries.ts'

type SaveCall = Call<typeof purchases.save>

/** The name of these records in the data log (G106). */
const model = 'TrapPurchase'

/** The fields of a purchase whose changes the data log names; files are kept as they were, so their keys are left out. */
const logged = Object.fromEntries(Object.entries(purchaseColumns).map(([name, { label }]) => [name, label]))

/**
 * Adds the purchase of a finding, or changes the existing one, and sets the finding's status (G93). Throws 404 for an
 * unknown finding or purchase, 409 for a second purchase or an outdated version, 422 for values that violate G107.
 */
export async function savePurchase(
  app: AppContext,
  { input, session, db }: SaveCall,
  linkTo: LinkForReader,
): Promise<{ message: string; data: PurchaseRecord }> {
  const scope = visible(trapPurchase, session)
  const locked = isId(input.eId) ? await lockFinding(db, trapPurchase, scope, input.eId) : undefined
  if (!locked) throw notFound()
  if (!isPurchaseStatus(locked.status)) throw invalid({ eId: notAPurchase })
  const finding = { id: locked.id, companyId: locked.company_id }
  const status = requestedStatus(input, locked)
  requireComplete(input, status)
  const content = await contentOf(db, app.files.bucket, input)
  const read = async () => {
    const [current] = await purchasesOf(db, [finding])
    return current && purchaseResponse(current, linkTo)
  }
  const before = (await purchasesOf(db, [finding]))[0]
  const { selectedPurchaseId: id } = input
  const userId = session.userId
  if (id === undefined) {
    if (!(await addPurchase(db, { id: newId(), finding, content, userId }))) throw new Problem(409, alreadySaved)
  } else {
    if (!isId(id) || (await read())?.id !== id) throw notFound()
    await orEditConflict(await changePurchase(db, { id, finding, content, userId, version: input.version }), read)
  }
  await logDataChange(db, session, {
    type: id === undefined ? 'add' : 'update',
    model,
    total: 1,
    subject: locked.identity,
    recordId: finding.id,
    companyId: finding.companyId,
    changes: before ? changedFields(logged, before, (await purchasesOf(db, [finding]))[0]!) : [],
  })
  await moveFinding(db, session, locked, status)
  return { message: saved, data: (await read())! }
}

const isId = (text: string) => anId.safeParse(text).success

function requestedStatus({ selectedStatus }: PurchaseInput, finding: LockedFinding): StatusCode {
  const status = readStatus(selectedStatus ?? finding.status)
  if (status === undefined || !isPurchaseStatus(status)) throw invalid({ selectedStatus: statusNotValid })
  return status
}

/** Also for a purchase that leaves its status as it is. Throws 422 when something is missing (G107). */
function requireComplete(input: PurchaseInput, status: StatusCode): void {
  if (status !== purchaseComplete) return
  const missing = missingWhenComplete(input)
  if (Object.keys(missing).length > 0) throw invalid(missing)
}

/** Turns file links into keys. Throws 422 for anything but a file uploaded for a purchase. */
async function contentOf(db: Db, bucket: string, input: PurchaseInput): Promise<PurchaseContent> {
  const images = await storedFor(db, { bucket, purpose: 'purchase-image', links: input.imageUrls })
  if (images.includes(undefined)) throw invalid({ imageUrls: onlyImages })
  const documentKey = async (field: 'invoiceFile' | 'gstFile') => {
    const link = input[field]
    if (link === undefined) return undefined
    const [key] = await storedFor(db, { bucket, purpose: 'purchase-paper', links: [link] })
    if (key === undefined) throw invalid({ [field]: onlyDocuments })
    return key
  }
  return {
    ...input,
    pan: input.pan.toUpperCase(),
    gstNumber: input.gstNumber.toUpperCase(),
    imageUrls: [...new Set(images as string[])],
    invoiceFile: await documentKey('invoiceFile'),
    gstFile: await documentKey('gstFile'),
  }
}

/** Sets the finding's status; clients are notified when the purchase reaches a final status (G53 c). */
async function moveFinding(db: Db, actor: SaveCall['session'], finding: LockedFinding, to: StatusCode): Promise<void> {
  const { id, company_id: companyId, brand_id: brandId } = finding
  const scope = visible(trapPurchase, actor, { clientCompanyId: companyId })
  const change = { platform: trapPurchase, scope, actor, module: 'trap-purchase', moves: [{ id, to }] } as const
  const { moved } = await changeStatus(db, change)
  if (moved === 0) return
  await logStatus(db, actor, { platform: trapPurchase, finding, to })
  if (notifiedPurchaseStatuses.includes(to))
    await enqueue(db, findingNeedsClient, {
      companyId,
      brandId,
      platform: trapPurchase.value,
      findingIds: [id],
      status: to,
    })
}
