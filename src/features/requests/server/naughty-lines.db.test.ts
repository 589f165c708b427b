import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { platforms } from '#platforms/all.ts'
import { quietDuration } from '#kit/server/testing-duration.ts'
import { flagsOf, lines, requestCalls } from './testing-requests.ts'

const actions = setUpActionTests()
const { at } = actions
const { check, submit } = requestCalls(actions)

describe('naughty lines', () => {
  test('5,000 pasted lines, naughty ones among them, in three spellings: flagged in one call, stored in one', async () => {
    const list = join(import.meta.dirname, '../../../../tests/fixtures/naughty-strings/blns.json')
    const naughty = (JSON.parse(readFileSync(list, 'utf8')) as string[]).map((text) => text.trim())
    const usable = naughty.filter((text) => text !== '' && !/[\p{Cc}\ufffe]/u.test(text) && text.isWellFormed())
    expect(usable.length).toBeGreaterThan(400)
    const pages = usable.map((text, n) => `https://naughty.example/${n}/${text}`)
    const fill = Array.from({ length: 5000 - pages.length - 2 }, (_, n) => `https://fill.example/${n}`)
    const spelled = ['http://www.fill.example/7/', 'FILL.example/7#x']
    const all = [...pages, ...fill, ...spelled]
    const flags = flagsOf(await check(lines(...all)))
    const seen = flags.flatMap((flag, n) => (flag === 'D' ? [all[n]!] : []))
    // The fragment of an address is not compared, so that two naughty ones may be the same.
    expect(seen.slice(-2)).toEqual(spelled)
    const unique = all.filter((_, n) => flags[n] === '')
    const { result, ms } = await quietDuration(at.database.pool, () =>
      submit(unique.map((domain) => ({ domain, remarks: usable[domain.length % usable.length]!.slice(0, 500) }))),
    )
    expect([result.statusCode, result.json().message]).toEqual([200, 'Your request has been submitted successfully!'])
    expect(ms).toBeLessThan(5000)
    const stored = await at.database.pool.query<{ domain: string }>(
      'select domain from client_requests order by position',
    )
    expect(stored.rows.map((one) => one.domain)).toEqual(unique)
    expect(flagsOf(await submit(lines(...all)))).toEqual(all.map(() => 'D'))
  })

  test('a single naughty line is returned unchanged or refused, never a server error, on every platform', async () => {
    const list = join(import.meta.dirname, '../../../../tests/fixtures/naughty-strings/blns.json')
    const naughty = JSON.parse(readFileSync(list, 'utf8')) as string[]
    for (const { value } of platforms)
      for (const text of naughty.filter((_, n) => n % 20 === 0)) {
        const answer = await check([{ domain: text, remarks: text }], { platform: value })
        expect([text, [200, 422].includes(answer.statusCode)]).toEqual([text, true])
        if (answer.statusCode === 200) expect(answer.json().domainUrls[0].domain).toBe(text.trim())
      }
  })
})
