// `node scripts/lookalike-tables.ts UNICODE IDN-TABLES WORD-PACKAGES`: writes the tables of look-alike names again.
// UNICODE holds Idna2008.txt, confusables.txt; IDN-TABLES the registry's *-IDN.txt; WORD-PACKAGES @zxcvbn-ts/language-* and simple-icons.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { glyphs } from '../src/vocabulary/glyphs.ts'

const [unicode = '', registry = '', packages = ''] = process.argv.slice(2)
const ascii = Array.from('abcdefghijklmnopqrstuvwxyz0123456789')

/** Lines of a Unicode data file, comments removed, as fields. */
const fieldsOf = (name: string): string[][] =>
  readFileSync(join(unicode, name), 'utf8')
    .split('\n')
    .map((line) => line.replace(/#.*/, '').replace('\ufeff', '').trim())
    .filter((line) => line !== '')
    .map((line) => line.split(';').map((field) => field.trim()))

const textOf = (codes: string): string =>
  String.fromCodePoint(...codes.split(' ').map((code) => Number.parseInt(code, 16)))

function validRanges(): { valid: Set<number>; text: string } {
  const ranges: [number, number][] = []
  for (const [codes = '', category] of fieldsOf('Idna2008.txt')) {
    if (category !== 'PVALID') continue
    const [first = 0, last = first] = codes.split('..').map((code) => Number.parseInt(code, 16))
    const previous = ranges.at(-1)
    if (previous && previous[1] + 1 === first) previous[1] = last
    else ranges.push([first, last])
  }
  const valid = new Set<number>()
  for (const [first, last] of ranges) for (let code = first; code <= last; code++) valid.add(code)
  let at = 0
  const parts = ranges.map(([first, last]) => {
    const part = `${(first - at).toString(36)}${last > first ? `-${(last - first).toString(36)}` : ''}`
    at = last
    return part
  })
  return { valid, text: parts.join(' ') }
}

/** For each letter and digit the valid characters that look like it: confusables.txt, base letters, dnstwist's glyphs. */
function lookAlikes(valid: Set<number>): Map<string, string[]> {
  const prototype = new Map(fieldsOf('confusables.txt').map(([from = '', to = '']) => [textOf(from), textOf(to)]))
  const byPrototype = new Map<string, string>()
  // The letter wins over the digit: what looks like l, 1 and I is an l.
  for (const letter of [...ascii].reverse()) byPrototype.set(prototype.get(letter) ?? letter, letter)
  byPrototype.set('l', 'l')
  byPrototype.set('O', 'o')
  const found = new Map<string, string[]>()
  const add = (target: string, char: string) => {
    const list = found.get(target) ?? []
    if (!list.includes(char)) found.set(target, [...list, char])
  }
  for (const code of valid) {
    const char = String.fromCodePoint(code)
    if (code < 128) continue
    const proto = prototype.get(char) ?? ''
    const bare = (prototype.get(char) ?? char).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
    const target = byPrototype.get(proto) ?? (/^[a-z0-9]{1,3}$/.test(bare) ? (bare === 'rn' ? 'm' : bare) : undefined)
    if (target !== undefined) add(target, char)
  }
  const known = new Set([...found.values()].flat())
  for (const [letter, chars] of Object.entries(glyphs.unicode))
    for (const char of chars) if (valid.has(char.codePointAt(0)!) && !known.has(char)) add(letter, char)
  return found
}

const grouped = (groups: Map<string, string[]>): string =>
  [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([letter, chars]) => `${letter}:${chars.join('')}`)
    .join(' ')

/** Of each registry table the look-alikes it allows; tables that allow none are left out. */
function registryTables(alike: Map<string, string[]>): string[] {
  const names = readdirSync(registry)
    .filter((name) => name.endsWith('-IDN.txt'))
    .sort()
  return names.flatMap((name) => {
    const codes = [...readFileSync(join(registry, name), 'utf8').matchAll(/^U\+([0-9A-F]{4,6})/gm)]
    const allowed = new Set(codes.map(([, code = '']) => Number.parseInt(code, 16)))
    const selected = [...alike].flatMap(([letter, chars]): [string, string[]][] => {
      const some = chars.filter((char) => allowed.has(char.codePointAt(0)!))
      return some.length > 0 && letter.length === 1 ? [[letter, some]] : []
    })
    return selected.length > 0
      ? [`  ${name.replace('-IDN.txt', '').replace(/^./, (c) => c.toLowerCase())}: '${grouped(new Map(selected))}',`]
      : []
  })
}

/** Words of two letters that stand in names of domains. */
const pairs = new Set(
  'id my in us uk go on to of is it me no do we up at by de la el le tv pc hd ai co eu fr es br jp cn ca au ru vn th sg hk io'.split(
    ' ',
  ),
)

/** Names of companies that word lists hold although they are no words of everyday language. */
const companies = new Set(
  (
    'google facebook amazon paypal netflix ebay twitter instagram youtube yahoo microsoft whatsapp telegram tiktok linkedin dropbox ' +
    'spotify adobe santander orangina samsung nokia motorola sony nintendo playstation xbox toyota honda nissan volvo audi bmw ' +
    'mercedes volkswagen porsche ferrari lamborghini renault peugeot citroen fiat hyundai skoda tesla ibm intel nvidia ' +
    'siemens philips panasonic toshiba hitachi nikon kodak bosch ikea lidl aldi carrefour walmart costco tesco starbucks ' +
    'mcdonalds pepsi pepsico nestle danone unilever gucci prada chanel dior rolex cartier nike adidas puma reebok lego disney ' +
    'hilton marriott airbnb expedia uber lyft vodafone verizon telefonica movistar swisscom telekom fedex dhl hsbc barclays ' +
    'natwest lloyds citibank wachovia citigroup sparkasse postbank allianz axa visa mastercard amex binance ' +
    'coinbase bitcoin roblox pinterest snapchat reddit tumblr wikipedia mozilla firefox skype github oracle cisco ' +
    'logitech lenovo huawei xiaomi alibaba rakuten flipkart icloud iphone ipad itunes macbook ipod gmail hotmail msn ' +
    'kucoin trezor metamask usps ups att itau bradesco zalando deliveroo grindr twitch hulu hbo espn cnn ' +
    'bbc nbc cbs abc ryanair lufthansa easyjet emirates bulgari armani versace zara vuitton'
  ).split(' '),
)

/**
 * Words of nine languages in steps of frequency: the words of step n are among the first 250 * 2^n of their language. The
 * last line has names of companies.
 */
function words(): string {
  const sources: [string, string[], number][] = [
    ['en', ['commonWords', 'wikipedia'], 45_000],
    ...['de', 'fr', 'es-es', 'it', 'pt-br', 'nl-be', 'id', 'pl'].map((language): [string, string[], number] => [
      language,
      ['commonWords'],
      8_000,
    ]),
    ['en', ['lastnames'], 2_000],
  ]
  const steps = new Map<string, number>()
  for (const [language, lists, limit] of sources)
    for (const list of lists) {
      let all: string[]
      try {
        all = JSON.parse(readFileSync(join(packages, `language-${language}`, 'src', `${list}.json`), 'utf8'))
      } catch {
        continue
      }
      all.slice(0, limit).forEach((raw, rank) => {
        const word = raw
          .toLowerCase()
          .normalize('NFD')
          .replace(/\p{M}/gu, '')
          .replaceAll('ß', 'ss')
          .replaceAll('ł', 'l')
        if (!/^[a-z]{2,20}$/.test(word) || (word.length === 2 && !pairs.has(word)) || companies.has(word)) return
        const step = Math.max(0, Math.ceil(Math.log2((rank + 1) / 250))) + (language === 'en' ? 0 : 1)
        steps.set(word, Math.min(step, steps.get(word) ?? 99))
      })
    }
  for (const word of pairs) steps.set(word, Math.min(2, steps.get(word) ?? 9))
  for (const { title } of JSON.parse(readFileSync(join(packages, 'simple-icons/data/simple-icons.json'), 'utf8')) as {
    title: string
  }[]) {
    const name = title
      .toLowerCase()
      .normalize('NFD')
      .replace(/[^a-z]/g, '')
    if (/^[a-z]{4,20}$/.test(name)) companies.add(name)
  }
  const lines: string[] = []
  for (let step = 0; step < 10; step++)
    lines.push(
      [...steps]
        .filter(([, its]) => its === step)
        .map(([word]) => word)
        .sort()
        .join(' '),
    )
  lines.push(
    [...companies]
      .filter((name) => !steps.has(name))
      .sort()
      .join(' '),
  )
  return `${lines.join('\n')}\n`
}

const { valid, text } = validRanges()
const alike = lookAlikes(valid)
const head = [
  '// Written by scripts/lookalike-tables.ts. Unicode 17.0.0 (Idna2008, confusables; Unicode License V3) and the IDN tables',
  '// of google/nomulus (Apache-2.0); licences in src/features/lookalikes/server/LICENSES.txt.',
]
writeFileSync(
  join(import.meta.dirname, '../src/vocabulary/name-tables.ts'),
  [
    ...head,
    '',
    '/** PVALID of RFC 5892: steps from the end of one range to the start of the next, and lengths, in base 36. */',
    'export const validRanges =',
    `  '${text}'`,
    '',
    '/** Valid characters that look like a letter, a digit or a pair of letters. */',
    'export const lookAlikeLetters =',
    `  '${grouped(alike)}'`,
    '',
    "/** Of these, what one registry's tables allow: a label may use one of the tables. */",
    'export const registryTables: Record<string, string> = {',
    ...registryTables(alike),
    '}',
    '',
  ].join('\n'),
)
if (packages) writeFileSync(join(import.meta.dirname, '../src/features/lookalikes/server/words.txt'), words())
