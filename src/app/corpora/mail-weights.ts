import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ownWordsOf } from '#features/replies/server/own-words.ts'
import { readMail } from '#features/replies/server/read-mail.ts'
import { weightsOf } from '#features/replies/server/text-weights.ts'
import { filesIn, truthIn } from './corpus.ts'

/** The contents of text-weights.txt, from mails of which truth.json says whether a program or a person wrote them. */
export async function mailWeightsFrom(folder: string): Promise<string> {
  const truth = truthIn(folder) as Record<string, { kind: string } | undefined>
  const texts = []
  for (const file of filesIn(folder, (name) => name.endsWith('.eml'))) {
    const kind = (truth[file] ?? truth[file.split('/').at(-1)!])?.kind
    if (kind !== 'automatic' && kind !== 'reply') continue
    const { subject, body } = await readMail(readFileSync(join(folder, file)))
    texts.push({ text: ownWordsOf(subject ?? '', body).text, isAutomatic: kind === 'automatic' })
  }
  return weightsOf(texts)
}
