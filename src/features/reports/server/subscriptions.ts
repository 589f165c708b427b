import { createHmac, timingSafeEqual } from 'node:crypto'
import type { reports } from '#features/reports/contract.ts'
import { messages } from '#features/reports/messages.ts'
import { addressOf } from '#features/users/server/address-of.ts'
import type { Answers, Takes } from '#kit/contract/endpoint.ts'
import type { Db } from '#kit/server/db.ts'
import { invalid, notFound } from '#kit/server/problem.ts'
import type { Session } from '#kit/server/session.ts'
import { endSubscription, endSubscriptionById, keepSubscription, subscriptionsOf } from './queries.ts'

/** The caller's reports, and where they go. */
export async function listSubscriptions(db: Db, session: Session): Promise<Answers<typeof reports.list>> {
  const [address, docs] = await Promise.all([addressOf(db, session.userId), subscriptionsOf(db, session.userId)])
  return { address, docs }
}

/** Subscribes to the report of a brand in the caller's scope, or of all brands, or ends that. 422 for any other brand. */
export async function saveSubscription(
  db: Db,
  session: Session,
  { brand, rhythm }: Takes<typeof reports.save>,
): Promise<{ message: string }> {
  const of = { userId: session.userId, brandId: brand }
  // Ending is allowed also for a brand that is no longer the person's.
  if (rhythm === 'never') await endSubscription(db, of)
  else if (brand !== undefined && !session.brands.some(({ id, enabled }) => id === brand && enabled))
    throw invalid({ brand: messages.brandNotValid })
  else await keepSubscription(db, { ...of, rhythm })
  return { message: messages.saved }
}

/** Ends a subscription by the link in its letter; pressing twice is harmless. 404 for a link that we did not make. */
export async function stopByLink(
  db: Db,
  secret: string,
  { subscription, signature }: Takes<typeof reports.stop>,
): Promise<{ message: string }> {
  const right = Buffer.from(signatureOf(secret, subscription))
  const given = Buffer.from(signature)
  if (right.length !== given.length || !timingSafeEqual(right, given)) throw notFound()
  await endSubscriptionById(db, subscription)
  return { message: messages.stopped }
}

/** Where a letter's reader stops it: a screen that asks once, so that programs which open links stop nothing. */
export function stopAddress(of: { appUrl: string; secret: string }, subscription: string): string {
  const query = new URLSearchParams({ subscription, signature: signatureOf(of.secret, subscription) })
  return `${of.appUrl}/stop-report?${query.toString()}`
}

function signatureOf(secret: string, subscription: string): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify(['stop report', subscription]))
    .digest('base64url')
}
