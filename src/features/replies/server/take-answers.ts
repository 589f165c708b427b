import { lstat, mkdir, readdir, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { messages } from '#features/replies/messages.ts'
import { inTransaction } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { letterOfReturn } from '#kit/server/return-address.ts'
import type { House } from '#kit/server/serve.ts'
import { addAnswer, markBounced, noticesAmong } from './queries.ts'
import { readMail } from './read-mail.ts'

/** The most mails of one run, and the largest that is read. */
const perRun = 200
const largest = 20 * 1024 * 1024

/**
 * The job: takes each mail of a maildir's `new` once. Its record carries the file's name and is written in one transaction
 * with what follows from it; the file moves to `cur` afterwards, so a killed process leaves at worst a file that is
 * already known.
 */
export async function takeAnswersFrom(house: House, folder: string): Promise<void> {
  const [fresh, seen] = [join(folder, 'new'), join(folder, 'cur')]
  for (const each of [fresh, seen]) await mkdir(each, { recursive: true })
  const names = (await readdir(fresh)).filter((name) => !name.startsWith('.')).toSorted()
  for (const name of names.slice(0, perRun)) {
    const path = join(fresh, name)
    const facts = await lstat(path).catch(whenGone)
    if (!facts?.isFile()) continue
    const own = name.split(':', 1)[0]!.slice(0, 255)
    await take(house, own, facts.size > largest ? messages.tooLarge : await readFile(path))
    await rename(path, join(seen, `${own}:2,S`)).catch(whenGone)
  }
}

/** Another process may have moved the file meanwhile. */
function whenGone(problem: NodeJS.ErrnoException): undefined {
  if (problem.code !== 'ENOENT') throw problem
}

async function take(house: House, name: string, content: Buffer | string): Promise<void> {
  const mail = typeof content === 'string' ? undefined : await readMail(content).catch(() => undefined)
  await inTransaction(house.pool, async ({ db }) => {
    if (!mail) {
      const doubt = typeof content === 'string' ? content : messages.unreadable
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
