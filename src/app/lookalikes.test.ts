import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'brandkeep-lookalikes-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The command's exit code and output for given arguments and input. */
const run = (input: string, ...args: string[]) =>
  new Promise<{ code: number | null; output: string }>((done) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'lookalikes.ts'), ...args])
    let output = ''
    child.stdout.on('data', (data) => (output += data))
    child.stderr.on('data', (data) => (output += data))
    child.on('close', (code) => done({ code, output }))
    child.stdin.end(input)
  })

test('make prints names, match prints those of standard input that use a brand, and wrong use is refused', async () => {
  const brands = join(folder, 'brands.tsv')
  writeFileSync(brands, '# ours\nmeesho\tmeesho.com, meesho.in\npaypal\tpaypal.com\n')
  const white = join(folder, 'white.txt')
  writeFileSync(white, 'meesho-fans.org\n')
  const [made, cut, matched, nothing, none, wrong] = await Promise.all([
    run('', 'make', 'a.io'),
    run('', 'make', 'meesho.com', '--limit', '2'),
    run(
      'meesho.in\r\nmeesho-deals.shop\n\nexample.org\nmeesho-fans.org\npaypa1.com\nmeesho-paypal.top',
      'match',
      '--brands',
      brands,
      '--white-list',
      white,
    ),
    run('', 'match', '--brands', brands),
    run('', 'make', 'no domain'),
    run('', 'match'),
  ])
  expect(made.output.split('\n')).toContain('xn--80a.io\tcyrillic')
  expect(cut).toEqual({ code: 0, output: 'meesho-login.com\taffix\nlogin-meesho.com\taffix\n' })
  expect(matched).toEqual({
    code: 0,
    output:
      'meesho-deals.shop\tmeesho\tjoined\t0.99\npaypa1.com\tpaypal\tlook-alike\t0.75\n' +
      'meesho-paypal.top\tmeesho\tjoined\t0.85\nmeesho-paypal.top\tpaypal\tjoined\t0.85\n',
  })
  expect(nothing).toEqual({ code: 0, output: '' })
  expect(none).toEqual({ code: 2, output: 'no domain is not a domain name that can be registered\n' })
  expect(wrong.code).toBe(2)
  expect(wrong.output).toContain('--brands FILE')
})
