import { notifyActivity } from '#features/findings/server/live.ts'
import { platformOfFinding } from '#features/findings/server/locate-finding.ts'
import { titlesOf } from '#features/findings/server/titles-of.ts'
import { workTopic } from '#features/notifications/server/topics.ts'
import { notifyPeople } from '#features/notifications/server/notify-people.ts'
import { workModel } from '#features/notifications/rules.ts'
import type { work } from '#features/work/contract.ts'
import { workAssigned } from '#features/work/contract-jobs.ts'
import { messages } from '#features/work/messages.ts'
import type { CallOutput, HandlerInput } from '#kit/contract/endpoint.ts'
import type { Db } from '#kit/server/db.ts'
import { notifyLive } from '#kit/server/live.ts'
import { newId } from '#kit/server/id.ts'
import { enqueue } from '#kit/server/jobs.ts'
import { invalid, Problem } from '#kit/server/problem.ts'
import type { Session } from '#kit/server/session.ts'
import * as queries from './assign-queries.ts'

type Moved = CallOutput<typeof work.assign>

/** Maximum of findings that a notification names, and whose open threads are refreshed. */
const maxNamed = 100

/**
 * Assigns findings to a member of staff, or returns them to the queue. With `from`, those that are no longer that
 * person's are skipped: somebody else was first. 422 for a person who cannot work.
 */
export async function assignFindings(
  db: Db,
  session: Session,
  { ids, to, from }: HandlerInput<typeof work.assign>,
): Promise<Moved> {
  await checkAssignee(db, to)
  const wanted = [...new Set(ids)]
  const { changed } = await assign(db, session, { findings: await queries.lockFindings(db, wanted), to, from })
  return movedAnswer(to, changed.length, wanted.length)
}

/**
 * Moves the open work of a person to another one, or returns it to the queue; the moment identifies the move for undo.
 * 409 when the person has another number of findings than the caller confirmed.
 */
export async function moveWork(
  db: Db,
  session: Session,
  { person, to, count }: HandlerInput<typeof work.move>,
): Promise<CallOutput<typeof work.move>> {
  await checkAssignee(db, to)
  const findings = await queries.lockWorkOf(db, person)
  if (count !== undefined && count !== findings.length) throw new Problem(409, messages.countChanged(findings.length))
  const { changed, moment } = await assign(db, session, { findings, to, from: person })
  return { ...movedAnswer(to, changed.length, findings.length), moment }
}

/** How long a move can be undone. */
const undoSeconds = 24 * 60 * 60

/** Gives a person back what the caller moved at that moment; what changed hands since stays where it is and is counted. */
export async function undoMove(
  db: Db,
  session: Session,
  { person, to, moment }: HandlerInput<typeof work.undoMove>,
): Promise<Moved> {
  await checkAssignee(db, person)
  const by = session.userId
  const findings = await queries.lockMoved(db, { by, person, to, moment, seconds: undoSeconds })
  if (findings.length === 0) throw new Problem(409, messages.notUndoable)
  const { changed } = await assign(db, session, { findings, to: person, from: to })
  return { ...movedAnswer(person, changed.length, findings.length), message: messages.movedBack(changed.length) }
}

/** How often the queue is read again after a colleague took the same findings at the same moment. */
const maxTries = 5

/** Takes the oldest approved findings from the queue; two people who take at once get different ones. */
export async function takeNext(
  db: Db,
  session: Session,
  { platform, clientCompanyId: companyId, count }: HandlerInput<typeof work.take>,
): Promise<CallOutput<typeof work.take>> {
  await checkAssignee(db, session.userId)
  const ids: string[] = []
  for (let tries = 0; ids.length < count && tries < maxTries; tries++) {
    const findings = await queries.lockNext(db, { platform, companyId, count: count - ids.length })
    if (findings.length === 0) break
    const { changed } = await assign(db, session, { findings, to: session.userId, from: null })
    ids.push(...changed.map(({ id }) => id))
  }
  return { message: messages.taken(ids.length), ids }
}

const movedAnswer = (to: string | null, moved: number, wanted: number): Moved => ({
  message: to === null ? messages.returned(moved) : messages.assigned(moved),
  moved,
  skipped: wanted - moved,
})

async function checkAssignee(db: Db, to: string | null): Promise<void> {
  if (to !== null && !(await queries.lockActiveStaff(db, to))) throw invalid({ to: messages.toNotValid })
}

type AssignParams = Omit<Parameters<typeof queries.setAssignee>[1], 'by' | 'moment'>

async function assign(
  db: Db,
  session: Session,
  params: AssignParams,
): Promise<{ changed: queries.Reassigned[]; moment: string }> {
  const moment = await queries.lockAssignments(db, params.findings)
  const changed = await queries.setAssignee(db, { ...params, by: session.userId, moment })
  for (const { id } of changed.slice(0, maxNamed))
    await notifyActivity(db, { subjectId: id, brandId: '', isInternal: true })
  if (changed.length === 0) return { changed, moment }
  const { to } = params
  await notifyWorkChanged(db, { by: session.userId, people: [to, ...changed.map(({ userFrom }) => userFrom)] })
  if (to !== null && to !== session.userId) await notifyAssignee(db, session, { to, changed })
  return { changed, moment }
}

/** Tells the open lists of whose work there is more or less now, when the transaction commits. */
async function notifyWorkChanged(
  db: Db,
  { by, people }: { by: string; people: readonly (string | null)[] },
): Promise<void> {
  const ids = [...new Set(people.filter((id) => id !== null))]
  if (ids.length > 0) await notifyLive(db, workTopic, { by, people: ids.slice(0, maxNamed).join(',') })
}

async function notifyAssignee(
  db: Db,
  session: Session,
  { to, changed }: { to: string; changed: readonly queries.FindingKey[] },
): Promise<void> {
  const by = `${session.firstName} ${session.lastName}`.trim() || session.role
  const count = changed.length
  const title = count === 1 ? await titleOf(db, changed[0]!) : undefined
  const notice = {
    id: newId(),
    companyId: changed[0]!.companyId,
    brandId: null,
    platform: '',
    model: workModel,
    text: messages.notice(by, count, title),
    findingIds: changed.slice(0, maxNamed).map(({ id }) => id),
  }
  await notifyPeople(db, notice, [to])
  await enqueue(db, workAssigned, { to, by, count, title })
}

async function titleOf(db: Db, { id, companyId }: queries.FindingKey): Promise<string | undefined> {
  const platform = await platformOfFinding(db, id)
  return platform === undefined ? undefined : (await titlesOf(db, [{ id, companyId, platform }])).get(id)
}
