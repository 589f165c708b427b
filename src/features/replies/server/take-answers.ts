import { messages } from '#features/replies/messages.ts'
import { inTransaction } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { letterOfReturn } from '#kit/server/return-address.ts'
import type { House } from '#kit/server/serve.ts'
import type { AnswerBox, BoxMail } from './answer-box.ts'
import { addAnswer, markBounced, noticesAmong } from './queries.ts'
import { readMail } from './read-mail.ts'

/**
 * Takes each mail of a box once. Its record carries the mail's name and is written in one transaction with what follows
 * from it; the mail is laid aside afterwards, so a killed process leaves at worst a mail that is already known.
 */
export async function takeAnswersFrom(house: Taker, box: AnswerBox): Promise<void> {
  for await (const { name, content, done } of box()) {
    await take(house, name, content)
    await done()
  }
}

type Taker = Pick<House, 'pool' | 'settings'>

async function take(house: Taker, name: string, content: BoxMail['content']): Promise<void> {
  const mail = typeof content === 'string' ? undefined : await readMail(content).catch(() => undefined)
  await inTransaction(house.pool, async ({ db }) => {
    if (!mail) {
      const doubt = typeof content === 'string' ? messages.tooLarge : messages.unreadable
      const nothing = { kind: 'reply', sender: null, subject: '', body: '', enforcementId: null }
      await addAnswer(db, { id: newId(), name, ...nothing, doubt })
      return
    }
    const proven = mail.recipients.flatMap((address) => letterOfReturn(house.settings.signingSecret, address) ?? [])
    const known = await noticesAmong(db, [...proven, ...mail.names])
    const match = matchOf(
      proven.filter((id) => known.has(id)),
      mail.names.filter((id) => known.has(id)),
    )
    const { kind, sender, subject, body } = mail
    const isNew = await addAnswer(db, { id: newId(), name, kind, sender, subject, body, ...match })
    if (isNew && match.doubt === null && mail.failure !== null)
      await markBounced(db, match.enforcementId!, mail.failure)
  })
}

/** The address proves; a name in the mail only claims, for anybody who has seen the notice can write it. */
function matchOf(proven: readonly string[], named: readonly string[]) {
  const [enforcementId] = proven
  if (enforcementId === undefined)
    return { enforcementId: named[0] ?? null, doubt: named.length > 0 ? messages.otherAddress : messages.unknown }
  const isOther = named.length > 0 && !named.includes(enforcementId)
  return { enforcementId, doubt: isOther ? messages.otherNotice : null }
}
