import { randomBytes } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { writeWarc } from './warc.ts'

test('a large page is packed beside other work of the process, and its records lie where they are said to', async () => {
  const at = new Date('2026-03-04T05:06:07Z')
  const body = Buffer.from(randomBytes(6_000_000).toString('base64'))
  const exchanges = ['a', 'b'].map((name) => ({
    address: `https://${name}.test/`,
    status: 200,
    statusText: 'OK',
    headers: [],
    body,
    at,
  }))
  let isWritten = false
  const writing = writeWarc(exchanges, { software: 'Test', picture: { address: 'https://a.test/', png: body, at } })
  void writing.then(() => (isWritten = true))
  let turns = 0
  while (!isWritten) {
    await nextTurn()
    turns++
  }
  expect(turns, 'turns of the event loop meanwhile').toBeGreaterThan(10)
  const { bytes, records } = await writing
  expect(records).toHaveLength(3)
  for (const { address, offset, length } of records)
    expect(gunzipSync(bytes.subarray(offset, offset + length)).toString('latin1')).toContain(
      `WARC-Target-URI: ${address}\r\n`,
    )
})
