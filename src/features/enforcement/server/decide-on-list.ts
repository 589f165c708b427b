import type { enforcement } from '#features/enforcement/contract.ts'
import { decideOnChosen, previewChosen } from '#features/findings/server/bulk-decisions.ts'
import type { CallOutput, HandlerInput } from '#kit/contract/endpoint.ts'
import type { Db } from '#kit/server/db.ts'
import type { Session } from '#kit/server/session.ts'
import { queryOfList } from './list-for-enforcement.ts'

type Preview = typeof enforcement.previewDecision
type Start = typeof enforcement.startDecision

/** How many findings of a whole list a decision would change, and which it leaves out and why. Nothing changes. */
export async function previewListDecision(
  db: Db,
  session: Session,
  { list, ...move }: HandlerInput<Preview>,
): Promise<CallOutput<Preview>> {
  const { query } = await queryOfList(db, session, list)
  return previewChosen(db, session, { ...move, platform: list.platform, query })
}

/** Decides on everything that a list matches, on all of its pages, as a decision from the lists of the dashboards. */
export async function decideOnList(
  db: Db,
  session: Session,
  { list, ...move }: HandlerInput<Start>,
): Promise<CallOutput<Start>> {
  const { query } = await queryOfList(db, session, list)
  return decideOnChosen(db, session, { ...move, platform: list.platform, query })
}
