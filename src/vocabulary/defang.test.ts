import { expect, test } from 'vitest'
import { defangAddress, refangAddress } from './addresses.ts'

test.each([
  ['https://evil.example/a.html', 'hxxps://evil[.]example/a.html'],
  ['evil.shop.example', 'evil[.]shop[.]example'],
  ['http://evil.example?to=https://bank.example', 'hxxp://evil[.]example?to=hxxps://bank.example'],
  ['A name without an address. Really', 'A name without an address. Really'],
])('%s is written so that no program makes a link of it', (address, written) => {
  expect(defangAddress(address)).toBe(written)
})

test('what is written so is read back', () => {
  for (const address of ['https://evil.example/a.html', 'evil.shop.example', 'a.b.example/x?y=1'])
    expect(refangAddress(defangAddress(address))).toBe(address)
})
