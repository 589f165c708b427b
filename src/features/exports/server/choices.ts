import type { exportCalls } from '#features/exports/contract.ts'
import { choicesOf, type ChoiceName, maxChoices } from '#features/exports/rules.ts'
import type { HandlerInput } from '#kit/contract/endpoint.ts'
import type { Db } from '#kit/server/db.ts'
import type { Session } from '#kit/server/session.ts'
import { scopeOf } from './bulk-request.ts'
import * as queries from './choice-queries.ts'

/** The values of a filter that the findings of a scope have, at most 100; none where the platform has no such filter. */
export async function readChoices(
  db: Db,
  session: Session,
  name: ChoiceName,
  input: HandlerInput<typeof exportCalls.statuses>,
): Promise<string[]> {
  const { scope } = await scopeOf(db, session, input)
  if (!choicesOf(input.platform.value).includes(name)) return []
  const range = { startDate: input.startDate, endDate: input.endDate }
  const search = input.search ?? ''
  if (name === 'seller') return queries.sellersIn(db, scope, range, search)
  const found =
    name === 'status'
      ? await queries.statusesIn(db, scope, range)
      : name === 'reasonCode'
        ? await queries.reasonCodesIn(db, scope, range)
        : await queries.actionDatesIn(db, scope)
  return found.filter((value) => value.includes(search)).slice(0, maxChoices)
}
