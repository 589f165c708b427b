import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readMail } from '#features/replies/server/read-mail.ts'
import { type Corpus, filesIn, judged, truthIn } from './corpus.ts'

/** The kinds that the names of the files tell where there is no truth.json: 'lhost-postfix-07.eml' is a bounce. */
const kindOfName: Readonly<Record<string, string>> = {
  arf: 'report',
  lhost: 'bounce',
  rhost: 'bounce',
  rfc3464: 'bounce',
  make: 'bounce',
  rfc3834: 'automatic',
  is: 'reply',
}

/**
 * Mail that came back. `permanence` is hard or soft of a bounce, `ticket` the mark that the desk's next email must have. A
 * truth may be a kind, or an object with these three.
 */
export const bounces: Corpus = {
  name: 'email/bounces',
  read: async (folder) => {
    const truth = truthIn(folder)
    const files = filesIn(folder, (file) => file.endsWith('.eml'))
    return Promise.all(
      files.map(async (file) => {
        const name = file.split('/').at(-1)!
        const given = truth[file] ?? truth[name] ?? kindOfName[name.split('-')[0]!]
        const known = typeof given === 'object' && given !== null ? (given as Record<string, string>) : undefined
        const mail = await readMail(readFileSync(join(folder, file))).catch(() => undefined)
        if (!mail) return { file, kind: 'unreadable', isRight: false }
        const { kind, failure, sender, ticket } = mail
        const permanence = failure === null ? null : failure.isPermanent ? 'hard' : 'soft'
        const expected = known?.['permanence']
        const expectedTicket = known?.['ticket']
        return {
          file,
          kind,
          ...judged(known ? known['kind'] : typeof given === 'string' ? given : undefined, kind),
          permanence,
          ...(expected === undefined ? {} : { isRightPermanence: expected === permanence }),
          reason: failure?.text ?? null,
          marksAddress: failure?.isAddress ?? false,
          sender,
          ticket,
          ...(expectedTicket === undefined ? {} : { isRightTicket: expectedTicket === ticket }),
        }
      }),
    )
  },
  remarks: (files) => {
    const count = (permanence: string) => files.filter((one) => one['permanence'] === permanence).length
    const rightOf = (judgement: string) => {
      const ones = files.filter((one) => one[judgement] !== undefined)
      return ones.length === 0 ? '' : `${ones.filter((one) => one[judgement]).length} of ${ones.length} right`
    }
    const [permanences, tickets] = [rightOf('isRightPermanence'), rightOf('isRightTicket')]
    const failures = `hard ${count('hard')}, soft ${count('soft')}`
    return [permanences ? `${failures}, ${permanences}` : failures, ...(tickets ? [`tickets: ${tickets}`] : [])]
  },
}
