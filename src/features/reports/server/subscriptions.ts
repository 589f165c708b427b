import { createHmac } from 'node:crypto'
import type { reports } from '#features/reports/contract.ts'
import { messages } from '#features/reports/messages.ts'
import { addressOf } from '#features/users/server/address-of.ts'
import type { CallOutput, HandlerInput } from '#kit/contract/endpoint.ts'
import type { Db } from '#kit/server/db.ts'
import { isEqual } from '#kit/server/is-equal.ts'
import { invalid, notFound } from '#kit/server/problem.ts'
import type { Session } from '#kit/server/session.ts'
import { endSubscription, endSubscriptionById, upsertSubscription, subscriptionsOf } from './queries.ts'

/** The caller's report subscriptions and the address they are sent to. */
export async function listSubscriptions(db: Db, session: Session): Promise<CallOutput<typeof reports.list>> {
  const [address, docs] = await Promise.all([addressOf(db, session.userId), subscriptionsOf(db, session.userId)])
  return { address, docs }
}

/** Subscribes to the report of a brand or of all brands, or unsubscribes. Throws 422 for a brand outside the scope. */
export async function saveSubscription(
  db: Db,
  session: Session,
  { brand, rhythm }: HandlerInput<typeof reports.save>,
): Promise<{ message: string }> {
  const params = { userId: session.userId, brandId: brand }
  // Unsubscribing is allowed even for a brand that is no longer in the person's scope.
  if (rhythm === 'never') await endSubscription(db, params)
  else if (brand !== undefined && !session.brands.some(({ id, enabled }) => id === brand && enabled))
    throw invalid({ brand: messages.brandNotValid })
  else await upsertSubscription(db, { ...params, rhythm })
  return { message: messages.saved }
}

/** Unsubscribes by the link in a report email; using it twice is harmless. Throws 404 for an invalid signature. */
export async function stopByLink(
  db: Db,
  secret: string,
  { subscription, signature }: HandlerInput<typeof reports.stop>,
): Promise<{ message: string }> {
  if (!isEqual(signatureOf(secret, subscription), signature)) throw notFound()
  await endSubscriptionById(db, subscription)
  return { message: messages.stopped }
}

/** The unsubscribe link. It opens a page with a button, so that link scanners do not unsubscribe anybody. */
export const unsubscribeLink = ({ appUrl, secret }: LinkParams, subscription: string): string =>
  `${appUrl}/stop-report?${signedQuery(secret, subscription)}`

/** The address to which a mail program posts when the person unsubscribes in it; opened, it leads to the page. */
export const oneClickAddress = ({ appUrl, secret }: LinkParams, subscription: string): string =>
  `${appUrl}/api/report-subscriptions/stop?${signedQuery(secret, subscription)}`

type LinkParams = { appUrl: string; secret: string }

const signedQuery = (secret: string, subscription: string): string =>
  new URLSearchParams({ subscription, signature: signatureOf(secret, subscription) }).toString()

function signatureOf(secret: string, subscription: string): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify(['stop report', subscription]))
    .digest('base64url')
}
