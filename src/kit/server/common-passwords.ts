/** The list is read with the first password that is set: 49,000 entries, 20 ms. */
let listed: Promise<ReadonlySet<string>> | undefined

async function readList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}

/** Signs and digits that stand for a letter; each is tried with both of its letters where it has two. */
const stand: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '8': 'b',
  '3': 'e',
  '€': 'e',
  '6': 'g',
  '1': 'i',
  '!': 'i',
  '|': 'l',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
  '+': 't',
  '2': 'z',
}
const withLetters = (text: string, one: 'i' | 'l') =>
  Array.from(text, (sign) => (sign === '1' || sign === '!' ? one : (stand[sign] ?? sign))).join('')

/** So many digits and signs around a word, each run as one, are a date or a counter; more are worth something. */
const MAX_AROUND = 6

/**
 * Whether a password is easy to guess: it is on the list of common and leaked passwords, or it is one of those, or one
 * of `personal` (names, the product), with up to six digits and signs around it. Capitals do not matter, nor do signs
 * that stand for letters (P@ssw0rd). Works without a connection.
 */
export async function isCommonPassword(password: string, personal: readonly string[]): Promise<boolean> {
  listed ??= readList()
  const list = await listed
  const own = new Set(
    personal.flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u)).filter((word) => word.length > 2),
  )
  const isListed = (text: string) =>
    [text, withLetters(text, 'i'), withLetters(text, 'l')].some((word) => list.has(word) || own.has(word))

  const lower = password.normalize('NFKC').toLowerCase()
  const bare = lower.replace(/[^\p{L}\p{N}]/gu, '')
  if (isListed(lower) || isListed(bare) || isRepeated(bare)) return true
  return cores(lower).some(
    (core) => core.length > 2 && worthOf(lower.replace(core, ' ')) <= MAX_AROUND && isListed(core),
  )
}

/** How many digits and signs somebody has to guess: 1234567 and !!! are worth one, 2026 four. */
function worthOf(around: string): number {
  const codes = Array.from(around.replace(' ', ''), (sign) => sign.codePointAt(0)!)
  return codes.filter((code, at) => at === 0 || Math.abs(code - codes[at - 1]!) > 1).length
}

/** The password without the digits and signs around it, and with those of them that may stand for a letter. */
function cores(lower: string): string[] {
  const letters = /\p{L}.*\p{L}/su.exec(lower)?.[0] ?? ''
  const begin = lower.indexOf(letters)
  const found: string[] = []
  for (let before = begin; before >= Math.max(0, begin - 2); before--)
    for (let end = begin + letters.length; end <= Math.min(lower.length, begin + letters.length + 2); end++)
      found.push(lower.slice(before, end))
  return found
}

/** abcabcabc, aaaaaaaa: at most three different characters, or one part again and again. */
const isRepeated = (text: string): boolean => new Set(text).size <= 3 || /^(.{1,4})\1{2,}.?$/su.test(text)
