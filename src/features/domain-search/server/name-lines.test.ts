import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { namesIn } from './name-lines.ts'

async function namesOf(source: Readable): Promise<string[]> {
  const found: string[] = []
  for await (const group of namesIn(source)) found.push(...group)
  return found
}
const names = Array.from({ length: 20_000 }, (_, n) => `name${n}.example`)

test('the names of a list are read, packed or not', async () => {
  const list = Buffer.from(names.join('\n'))
  expect(await namesOf(Readable.from([list]))).toEqual(names)
  expect(await namesOf(Readable.from([gzipSync(list)]))).toEqual(names)
})

test('what cuts a packed list off ends the reading with its error', async () => {
  const packed = gzipSync(names.join('\n'))
  const source = Readable.from(
    (async function* () {
      yield packed.subarray(0, packed.length / 2)
      await Promise.resolve()
      throw new Error('The connection was lost')
    })(),
  )
  await expect(namesOf(source)).rejects.toThrow('The connection was lost')
  await expect(namesOf(Readable.from([packed.subarray(0, packed.length / 2)]))).rejects.toThrow('It is damaged')
})
