import { visible } from '#features/findings/server/visible.ts'
import type { Db } from '#kit/server/db.ts'
import type { Session } from '#kit/server/session.ts'
import { platforms } from '#platforms/all.ts'
import { proposalCounts } from './proposal-queries.ts'

/** How many proposals of re-visits wait for a decision. */
export async function countProposals(db: Db, session: Session): Promise<number> {
  const { success, reopen } = await proposalCounts(db, { scopes: platforms.map((one) => visible(one, session)) })
  return success + reopen
}
