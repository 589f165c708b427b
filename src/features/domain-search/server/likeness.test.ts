import { expect, test } from 'vitest'
import { type BrandReference, type Compared, likenessOf } from './likeness.ts'

const words = 'sign in to your acme account to see balances cards loans and transfers of your bank in one place today'
const reference: BrandReference = {
  label: 'acme.com',
  title: 'Acme Bank – Sign in',
  text: words,
  pictureHash: Buffer.alloc(32, 0b10101010),
  iconHash: Buffer.alloc(32, 1),
  logoHashes: [Buffer.alloc(32, 0b11001100)],
}
const nothing: Compared = {
  name: { value: 0.8, text: 'It joins acme to another word' },
  brandTerms: ['acme'],
  title: '',
  text: '',
  pictureHash: null,
  iconHash: null,
  logoHashes: [],
}
const partsOf = (more: Partial<Compared>) => likenessOf({ ...nothing, ...more }, [reference]).parts

test('without a page the likeness is that of the name; each part that is found adds to it', () => {
  const name = likenessOf(nothing, [reference])
  expect(name).toEqual({ value: 0.32, parts: [{ kind: 'name', ...nothing.name }] })
  const title = likenessOf({ ...nothing, title: 'Welcome to ACME!' }, [reference])
  const both = likenessOf({ ...nothing, title: 'Welcome to ACME!', text: words }, [reference])
  expect([title.value > name.value, both.value > title.value, both.value < 1]).toEqual([true, true, true])
})

test('a picture is the same within 31 bits, similar below 100, and says nothing beyond', () => {
  const changed = (bits: number) => {
    const hash = Buffer.from(reference.pictureHash!)
    for (let bit = 0; bit < bits; bit++) hash[bit >> 3]! ^= 1 << (bit & 7)
    return hash
  }
  expect(partsOf({ pictureHash: changed(31) })[1]).toEqual({
    kind: 'picture',
    value: 1,
    text: 'It looks the same as acme.com',
  })
  expect(partsOf({ pictureHash: changed(60) })[1]).toMatchObject({ text: expect.stringContaining('similar') })
  expect(partsOf({ pictureHash: changed(120) })).toHaveLength(1)
})

test('a logo is the same within 31 bits; one that is the icon as well counts once', () => {
  const logo = Buffer.from(reference.logoHashes[0]!)
  logo.fill(0, 0, 7)
  expect(partsOf({ logoHashes: [Buffer.alloc(32), logo] })[1]).toEqual({
    kind: 'logo',
    value: 1,
    text: 'It shows a logo like that of acme.com',
  })
  logo.fill(0, 0, 8)
  expect(partsOf({ logoHashes: [logo] })).toHaveLength(1)
  const both = partsOf({ logoHashes: [...reference.logoHashes], iconHash: Buffer.alloc(32, 1) })
  expect(both.map(({ kind }) => kind)).toEqual(['name', 'icon'])
})

test('icon, title and text are named with the page of the brand that they come from', () => {
  expect(partsOf({ iconHash: Buffer.alloc(32, 1) })[1]!.text).toBe('Its icon matches acme.com')
  expect(partsOf({ title: 'ACME bank: sign in' })[1]).toEqual({
    kind: 'title',
    value: 1,
    text: 'Its title matches acme.com',
  })
  expect(partsOf({ title: 'Acmes of the world' })).toHaveLength(1)
  expect(partsOf({ text: `${words} and more` })[1]!.text).toMatch(/^\d\d% of its text matches acme\.com$/)
  expect(
    partsOf({ text: 'quite another page that sells garden chairs and tables and lamps for the terrace' }),
  ).toHaveLength(1)
})
