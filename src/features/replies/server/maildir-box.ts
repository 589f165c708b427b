import { lstat, mkdir, readdir, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { messages } from '#features/replies/messages.ts'
import { type AnswerBox, BoxProblem, maxMailBytes, maxMailsPerReading } from './answer-box.ts'

/** A maildir: waiting mails are in `new`, and are moved to `cur` once processed. A mail is named by its file. */
export function maildirBox(folder: string): AnswerBox {
  return async function* mails() {
    const [fresh, seen] = [join(folder, 'new'), join(folder, 'cur')]
    const names = await namesIn(fresh, seen)
    for (const file of names.slice(0, maxMailsPerReading)) {
      const path = join(fresh, file)
      const facts = await lstat(path).catch(whenGone)
      if (!facts?.isFile()) continue
      const name = file.split(':', 1)[0]!.slice(0, 255)
      const content = facts.size > maxMailBytes ? 'too large' : await readFile(path).catch(whenGone)
      const done = () => rename(path, join(seen, `${name}:2,S`)).catch(whenGone)
      if (content !== undefined) yield { name, content, done }
    }
  }
}

async function namesIn(fresh: string, seen: string): Promise<string[]> {
  try {
    for (const each of [fresh, seen]) await mkdir(each, { recursive: true })
    return (await readdir(fresh)).filter((name) => !name.startsWith('.')).toSorted()
  } catch (cause) {
    throw new BoxProblem(messages.box.folder((cause as NodeJS.ErrnoException).code ?? 'unknown'), { cause })
  }
}

/** Another process may have moved the file in the meantime. */
function whenGone(problem: NodeJS.ErrnoException): undefined {
  if (problem.code !== 'ENOENT') throw problem
}
