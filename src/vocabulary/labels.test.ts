import { domainToASCII } from 'node:url'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { asciiLabel, asciiName, isValidLabel, nameParts, sharedSuffix, unicodeLabel } from './labels.ts'
import { decodePunycode, encodePunycode } from './punycode.ts'

test('punycode gives the samples of RFC 3492, section 7.1, in both directions', () => {
  for (const [unicode, ascii] of [
    ['他们为什么不说中文', 'ihqwcrb4cv8a8dqg056pqjye'],
    ['pročprostěnemluvíčesky', 'proprostnemluvesky-uyb24dma41a'],
    ['почемужеонинеговорятпорусски', 'b1abfaaepdrnnbgefbadotcwatmq2g4l'],
    ['3年b組金八先生', '3b-ww4c5e180e575a65lsy2b'],
    ['münchen', 'mnchen-3ya'],
    ['bücher-ü😀', 'bcher--ovapt49p'],
  ] as const) {
    expect(decodePunycode(encodePunycode(unicode))).toBe(unicode)
    if (!unicode.includes('😀')) expect(encodePunycode(unicode)).toBe(ascii)
  }
})

test('punycode agrees with the encoder of Node on any valid label, and any text is decoded or refused', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...Array.from('abcxyzäñşłаяωщ中文字ạỵ')), { minLength: 1, maxLength: 20 }),
      (chars) => {
        const label = chars.join('')
        const ascii = asciiLabel(label)
        if (ascii !== undefined) expect(ascii).toBe(domainToASCII(label))
        if (ascii !== undefined) expect(unicodeLabel(ascii)).toBe(label)
      },
    ),
  )
  fc.assert(fc.property(fc.string({ maxLength: 80 }), (text) => void decodePunycode(text)))
})

test('a label is valid as IDNA2008 has it', () => {
  for (const label of ['fußball', 'l·l', 'اختبار', 'בדיקה', 'παράδειγμα', 'नमस्ते', '・日', 'क्\u200dष', 'ı'])
    expect(isValidLabel(label), label).toBe(true)
  for (const label of [
    'Ü',
    'ﬁ',
    'a·b',
    '́a',
    'ab--c',
    '-a',
    'a-',
    'a_b',
    'a b',
    '☃',
    'e\u0301',
    'אa',
    'a\u200db',
    '・',
    '١۱',
    '',
  ])
    expect(isValidLabel(label), label).toBe(false)
  expect(asciiLabel('a'.repeat(64))).toBeUndefined()
  expect(asciiLabel(`${'a'.repeat(58)}ü`)).toBeUndefined()
  expect(asciiName('straße.de')).toBe('xn--strae-oqa.de')
  expect(asciiName('a')).toBeUndefined()
})

test('a name is divided at its public suffix, shared hosts apart', () => {
  expect(nameParts('a.b.Example.co.uk.')).toEqual({ subdomain: 'a.b', label: 'example', suffix: 'co.uk' })
  expect(nameParts('xn--mnchen-3ya.de')).toEqual({ subdomain: '', label: 'münchen', suffix: 'de' })
  expect(nameParts('me.github.io')).toEqual({ subdomain: 'me', label: 'github', suffix: 'io' })
  expect(nameParts('10.0.0.1')).toBeUndefined()
  expect(sharedSuffix('x.me.github.io')).toBe('github.io')
})
