import type { HandlerInput } from '#kit/contract/endpoint.ts'
import type { requests, RequestStatus } from '#features/requests/contract.ts'
import {
  requestedAgain,
  declined,
  logged,
  noLongerOpen,
  released,
  taken,
  takenBy,
} from '#features/requests/messages.ts'
import { logDataChange } from '#kit/server/audit.ts'
import { changedFields } from '#kit/server/changed-fields.ts'
import type { Db } from '#kit/server/db.ts'
import { notFound, Problem } from '#kit/server/problem.ts'
import type { Session } from '#kit/server/session.ts'
import { namesSubject } from '#vocabulary/data-log.ts'
import { notifyRequestsChanged } from './live.ts'
import { lockRequests, lockBrand, updateRequests, type LockedRequest, waitingRequests } from './queries.ts'

/** Takes those requests that are still open; row locks decide races. Throws 404 if none exists, 409 if none is open. */
export async function takeRequests(db: Db, session: Session, { ids }: HandlerInput<typeof requests.take>) {
  const found = await lockRequests(db, ids)
  const [first] = found
  if (!first) throw notFound()
  const open = found.filter((one) => one.status === 'Open')
  if (open.length === 0) throw new Problem(409, first.status === 'Taken' ? takenBy(first.ownerName) : noLongerOpen)
  await updateAndNotify(db, session, open, { status: 'Taken', ownerId: session.userId, answer: '' })
  return { message: taken(open.length, ids.length), taken: open.map((one) => one.id) }
}

/** Reopens a request: one that oneself, or for an Admin anybody, has taken, or a declined one. Throws 409 if its address was since requested again. */
export async function releaseRequest(db: Db, session: Session, { id }: HandlerInput<typeof requests.release>) {
  const one = await lockRequestToHandle(db, session, id, ['Taken', 'Declined'])
  if (one.status === 'Declined') {
    await lockBrand(db, one.brandId)
    if ((await waitingRequests(db, one.brandId, [one.key])).length > 0) throw new Problem(409, requestedAgain)
  }
  await updateAndNotify(db, session, [one], { status: 'Open', ownerId: null, answer: '' })
  return { message: released }
}

/** Declines a request with a reason. Only an Admin may decline one that somebody else has taken. */
export async function declineRequest(db: Db, session: Session, { id, answer }: HandlerInput<typeof requests.decline>) {
  const one = await lockRequestToHandle(db, session, id, ['Open', 'Taken'])
  await updateAndNotify(db, session, [one], { status: 'Declined', ownerId: session.userId, answer })
  return { message: declined }
}

/** The locked request. Throws 404, or 409 when it is in another state or somebody else has taken it. */
async function lockRequestToHandle(
  db: Db,
  session: Session,
  id: string,
  states: readonly RequestStatus[],
): Promise<LockedRequest> {
  const [one] = await lockRequests(db, [id])
  if (!one) throw notFound()
  if (!states.includes(one.status)) throw new Problem(409, noLongerOpen)
  const isTakenByOther = one.status === 'Taken' && one.ownerId !== session.userId && session.role !== 'Admin'
  if (isTakenByOther) throw new Problem(409, takenBy(one.ownerName))
  return one
}

async function updateAndNotify(
  db: Db,
  session: Session,
  lockedRequests: readonly LockedRequest[],
  to: { status: RequestStatus; ownerId: string | null; answer: string },
): Promise<void> {
  const ids = lockedRequests.map((one) => one.id)
  await updateRequests(db, ids, to)
  for (const [companyId, some] of Map.groupBy(lockedRequests, (each) => each.companyId)) {
    const one = some.length === 1 ? some[0] : undefined
    await logDataChange(db, session, {
      type: 'update',
      model: 'ClientRequest',
      total: some.length,
      subject: namesSubject(some.map(({ domain }) => domain)),
      recordId: one?.id,
      companyId,
      changes: changedFields(logged, one ?? {}, to),
    })
  }
  await notifyRequestsChanged(
    db,
    lockedRequests.map((one) => one.brandId),
  )
}
