import type { Takes } from '#kit/contract/endpoint.ts'
import type { requests, RequestStatus } from '#features/requests/contract.ts'
import { requestedAgain, declined, noLongerOpen, released, taken, takenBy } from '#features/requests/messages.ts'
import { recordData } from '#kit/server/audit.ts'
import type { Db } from '#kit/server/db.ts'
import { notFound, Problem } from '#kit/server/problem.ts'
import type { Session } from '#kit/server/session.ts'
import { notifyRequestsChanged } from './live.ts'
import { lockRequests, lockBrand, setStanding, type Standing, waitingRequests } from './queries.ts'

/** Takes those requests that are still open; row locks decide races. Throws 404 if none exists, 409 if none is open. */
export async function takeRequests(db: Db, session: Session, { ids }: Takes<typeof requests.take>) {
  const found = await lockRequests(db, ids)
  const [first] = found
  if (!first) throw notFound()
  const open = found.filter((one) => one.status === 'Open')
  if (open.length === 0) throw new Problem(409, first.status === 'Taken' ? takenBy(first.ownerName) : noLongerOpen)
  await move(db, session, open, { status: 'Taken', ownerId: session.userId, answer: '' })
  return { message: taken(open.length, ids.length), taken: open.map((one) => one.id) }
}

/** Reopens a request: one's own or, as an Admin, anybody's. Throws 409 if its address was since requested again. */
export async function releaseRequest(db: Db, session: Session, { id }: Takes<typeof requests.release>) {
  const one = await lockRequestToHandle(db, session, id, ['Taken', 'Declined'])
  if (one.status === 'Declined') {
    await lockBrand(db, one.brandId)
    if ((await waitingRequests(db, one.brandId, [one.key])).length > 0) throw new Problem(409, requestedAgain)
  }
  await move(db, session, [one], { status: 'Open', ownerId: null, answer: '' })
  return { message: released }
}

/** Declines a request with a reason. Only an Admin may decline one that somebody else has taken. */
export async function declineRequest(db: Db, session: Session, { id, answer }: Takes<typeof requests.decline>) {
  const one = await lockRequestToHandle(db, session, id, ['Open', 'Taken'])
  await move(db, session, [one], { status: 'Declined', ownerId: session.userId, answer })
  return { message: declined }
}

/** The locked request. Throws 404, or 409 when it is in another state or somebody else has taken it. */
async function lockRequestToHandle(
  db: Db,
  session: Session,
  id: string,
  states: readonly RequestStatus[],
): Promise<Standing> {
  const [one] = await lockRequests(db, [id])
  if (!one) throw notFound()
  if (!states.includes(one.status)) throw new Problem(409, noLongerOpen)
  const isAnothers = one.status === 'Taken' && one.ownerId !== session.userId && session.role !== 'Admin'
  if (isAnothers) throw new Problem(409, takenBy(one.ownerName))
  return one
}

async function move(
  db: Db,
  session: Session,
  which: readonly Standing[],
  to: { status: RequestStatus; ownerId: string | null; answer: string },
): Promise<void> {
  const ids = which.map((one) => one.id)
  await setStanding(db, ids, to)
  for (const [companyId, some] of Map.groupBy(which, (one) => one.companyId))
    await recordData(db, session, { type: 'update', model: 'ClientRequest', total: some.length, companyId })
  await notifyRequestsChanged(
    db,
    which.map((one) => one.brandId),
  )
}
