import { joinPlatformTable, pageColumn } from '#features/findings/server/column-refs.ts'
import { loggedFindings } from '#features/findings/server/log-subject.ts'
import { inScope, visible } from '#features/findings/server/visible.ts'
import type { notices } from '#features/notices/contract.ts'
import { messages } from '#features/notices/messages.ts'
import type { CallOutput } from '#kit/contract/endpoint.ts'
import { logDataChange } from '#kit/server/audit.ts'
import { changedFields } from '#kit/server/changed-fields.ts'
import type { Db } from '#kit/server/db.ts'
import { linksFor } from '#kit/server/files.ts'
import { invalid, notFound } from '#kit/server/problem.ts'
import type { AppContext, Call } from '#kit/server/serve.ts'
import type { Session } from '#kit/server/session.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { harmOf } from '#vocabulary/harm-kinds.ts'
import { genuineArticlesOf } from './genuine-queries.ts'
import { type ProvedFinding, provedFinding, saveChoice } from './proof-queries.ts'
import { purchaseLine } from './test-purchase.ts'
import { purchasesToChooseFrom } from './test-purchase-queries.ts'

type Proofs = CallOutput<typeof notices.proofs>
type Caller = { db: Db; session: Session }
type Target = { platform: FindingPlatformDefinition; id: string }

/** The genuine articles and test purchases that notices about a counterfeit can state; none for other kinds of harm. */
export async function readProofs(
  app: AppContext,
  { db, session, input }: Call<typeof notices.proofs>,
): Promise<Proofs> {
  const finding = await findingOf({ db, session }, input)
  const linkTo = linksFor(app.settings.signingSecret, session)
  const { articles, purchases } = await candidates(db, finding, input.id)
  return {
    articles: articles.map(({ id, label, bucket, key }) => ({ id, label, picture: linkTo(bucket, key) })),
    purchases: purchases.map((one) => ({ id: one.id, text: purchaseLine(one) })),
    articleId: finding.articleId,
    purchaseId: finding.purchaseId,
  }
}

/** Chooses them for all later notices about the finding; 422 for one of another brand or finding. 404 out of scope. */
export async function chooseProofs({
  db,
  session,
  input,
}: Call<typeof notices.chooseProofs>): Promise<{ message: string }> {
  const { id, articleId, purchaseId } = input
  const finding = await findingOf({ db, session }, input)
  const { articles, purchases } = await candidates(db, finding, id)
  const isOneOf = (all: readonly { id: string }[], chosen: string | null) =>
    chosen === null || all.some((one) => one.id === chosen)
  if (!isOneOf(articles, articleId)) throw invalid({ articleId: messages.proofs.noArticle })
  if (!isOneOf(purchases, purchaseId)) throw invalid({ purchaseId: messages.proofs.noPurchase })
  await saveChoice(db, session.userId, { companyId: finding.companyId, findingId: id, articleId, purchaseId })
  const named = (chosen: Pick<ProvedFinding, 'articleId' | 'purchaseId'>) => {
    const purchase = purchases.find((one) => one.id === chosen.purchaseId)
    return {
      article: articles.find((one) => one.id === chosen.articleId)?.label ?? messages.proofs.notChosen,
      purchase: purchase ? purchaseLine(purchase) : messages.proofs.notChosen,
    }
  }
  const labels = { article: messages.pictures.genuineArticle, purchase: messages.testPurchaseLabel }
  const changes = changedFields(labels, named(finding), named({ articleId, purchaseId }))
  if (changes.length > 0) {
    const { companyId } = finding
    const subject = await loggedFindings(db, [id])
    await logDataChange(db, session, {
      type: 'update',
      model: 'Proof in notices',
      total: 1,
      ...subject,
      companyId,
      changes,
    })
  }
  return { message: messages.proofs.saved }
}

async function findingOf({ db, session }: Caller, { platform, id }: Target): Promise<ProvedFinding> {
  const scope = inScope(visible(platform, session))
  const found = await provedFinding(db, id, { scope, page: pageColumn(platform), join: joinPlatformTable(platform) })
  if (!found) throw notFound()
  return found
}

async function candidates(db: Db, { brandId, reasonCode, url }: ProvedFinding, id: string) {
  if (harmOf(reasonCode) !== 'counterfeit') return { articles: [], purchases: [] }
  return { articles: await genuineArticlesOf(db, [brandId]), purchases: await purchasesToChooseFrom(db, { id, url }) }
}
