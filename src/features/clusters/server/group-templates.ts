import { inTransaction } from '#kit/server/db.ts'
import { nearMarkupBits } from '#kit/near-markup.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { groupOf } from './group-queries.ts'
import { saveTemplateGroup, waitingTemplates } from './template-queries.ts'

/** Templates of one round. */
const inRound = 50

/**
 * Puts findings into the groups of those whose pages have the same template; returns how many. The worker runs it every
 * two seconds, so that a visit waits for no group.
 */
export function groupTemplates({ pool }: Pick<AppContext, 'pool'>): Promise<number> {
  return inTransaction(pool, async ({ db }) => {
    const waiting = await waitingTemplates(db, inRound)
    for (const one of waiting) {
      const { hash, groupId } = one
      const present = groupId ?? undefined
      const found = await groupOf(db, { groups: 'template_groups', hash, bits: nearMarkupBits, present })
      await saveTemplateGroup(db, one, found)
    }
    return waiting.length
  })
}
