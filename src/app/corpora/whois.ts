import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readWhois } from '#features/contacts/server/read-whois.ts'
import { type Corpus, filesIn, judged, truthIn } from './corpus.ts'

const kindOfTruth: Readonly<Record<string, string>> = {
  registered: 'found',
  available: 'unregistered',
  throttled: 'throttled',
}

/** Answers of WHOIS servers; truth.json says registered, available, throttled or other of each. */
export const whois: Corpus = {
  name: 'whois',
  read: async (folder) => {
    const truth = truthIn(folder)
    return filesIn(folder, (file) => file.endsWith('.txt')).map((file) => {
      const { kind, ...found } = readWhois(readFileSync(join(folder, file), 'utf8'))
      return { file, kind, ...judged(kindOfTruth[String(truth[file])], kind), ...found }
    })
  },
  remarks: (files) => {
    const wrong = files.filter((one) => one.kind === 'unregistered' && /found|throttled/.test(String(one['truth'])))
    const registered = files.filter((one) => one['truth'] === 'found')
    const full = registered.filter((one) =>
      ['name', 'registeredOn', 'expiresOn', 'changedOn', 'holder'].some((field) => one[field]),
    )
    return [
      `registered or throttled read as unregistered: ${wrong.length}`,
      `registered with registrar, dates or holder: ${full.length} of ${registered.length}`,
    ]
  },
}
