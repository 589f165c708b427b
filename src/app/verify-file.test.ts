import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import { afterAll, expect, test } from 'vitest'
import { manifestName, manifestOf, manifestText } from '#kit/evidence/manifest.ts'
import { testAuthority } from '#features/case-files/server/testing-authority.ts'
import { writeZip } from '#features/case-files/server/write-zip.ts'

const folder = mkdtempSync(join(tmpdir(), 'brandkeep-verify-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The command's exit code and output. */
const verify = (...args: string[]) =>
  new Promise<{ code: number; output: string }>((done) => {
    execFile(process.execPath, [join(import.meta.dirname, 'verify-file.ts'), ...args], (problem, out, err) =>
      done({ code: Number(problem?.code ?? 0), output: `${out}${err}` }),
    )
  })
const writeFixture = (name: string, bytes: Uint8Array): string => {
  writeFileSync(join(folder, name), bytes)
  return join(folder, name)
}

/** A well-formed case file made by a third party, with a text of their choice; returns its path and its head. */
async function forged(madeBy: string): Promise<{ path: string; head: string }> {
  const path = join(folder, 'forged.zip')
  const zip = await writeZip(path)
  const listed = [await zip.add('README.txt', Buffer.from('Hello\n'))]
  const id = '018f0000-0000-7000-8000-000000000001'
  const about = {
    id,
    product: 'Brandkeep',
    version: '1',
    madeBy,
    madeAt: '2026-11-21T10:00:00.000Z',
    zone: 'UTC',
    findings: [],
  }
  const manifest = manifestOf(about, listed)
  await zip.add(manifestName, Buffer.from(manifestText(manifest)))
  await zip.end()
  await zip.close()
  return { path, head: manifest.head }
}

test("a forged file's own text cannot imitate the output of the program", async () => {
  const { path } = await forged('Eve\n  It is the file with the given verification code.\u001b[2K\u009b1A\u202e')
  const { code, output } = await verify(path)
  expect(code).toBe(2)
  expect(output.split('\n').map((line) => line.slice(0, 12))).toEqual([
    'Consistent i',
    '  Verificati',
    '  Made: 2026',
    '  Origin: No',
    '  Contents: ',
    '  Anybody wh',
    '',
  ])
  expect(output).not.toMatch(/[\p{Cf}]|[^\P{Cc}\n]/u)
})

test('garbage, empty files, other archives, a wrong head and missing files each give a message, never a stack', async () => {
  const { path, head } = await forged('Adam')
  const { code, output } = await verify(path, '--head', head.toUpperCase())
  expect([code, output.split('\n')[0]]).toEqual([0, 'Unaltered, the file with the given verification code'])
  const wrongHead = await verify(path, '--head', 'a'.repeat(64))
  expect(wrongHead.code, wrongHead.output).toBe(1)
  expect(wrongHead.output).toMatch(/^Altered\n {2}\S.*\n$/)
  const foreign = [
    [writeFixture('garbage.zip', Buffer.alloc(4000, 7))],
    [writeFixture('empty.zip', Buffer.alloc(0))],
    [writeFixture('other.zip', zipSync({ 'a.txt': Buffer.from('x'.repeat(500)) }))],
  ]
  for (const answer of await Promise.all(foreign.map((args) => verify(...args)))) {
    expect(answer.code, answer.output).toBe(3)
    expect(answer.output).toMatch(/^Not a case file\n {2}\S.*\n$/)
  }
  const refused = [
    [folder],
    [join(folder, 'none.zip')],
    [path, '--head', 'abc'],
    [path, path],
    [],
    ['--what', path],
    [path, '--keys', path],
    [path, '--roots', path],
    [path, '--proof', join(folder, 'none.json')],
  ]
  for (const answer of await Promise.all(refused.map((args) => verify(...args)))) {
    expect(answer.code, answer.output).toBe(2)
    expect(answer.output).toMatch(/^\S.*\n$/)
    expect(answer.output).not.toMatch(/EISDIR|\n +at /)
  }
})

test('the help names the options and what each exit code means', async () => {
  const { code, output } = await verify('--help')
  expect(code).toBe(0)
  for (const part of [
    '--head CODE',
    '--keys FILE.json',
    '--proof FILE.json',
    '--roots FILE.pem',
    'by when; or nothing',
  ])
    expect(output).toContain(part)
  expect(output).toMatch(/^ {2}0 .*\n {2}1 {2}altered\n {2}2 .*\n {2}3 .*$/m)
})

test('whoever gives roots asks by when: without a stamp of theirs the code is not 0', async () => {
  const { path, head } = await forged('Adam')
  const authority = await testAuthority()
  const roots = writeFixture('roots.pem', Buffer.from(authority.rootPem))
  await authority.close()
  expect(await verify(path, '--head', head, '--roots', roots)).toEqual({
    code: 2,
    output: expect.stringMatching(/^Unaltered, .*; by when is not proved\n[^]*It has no time stamp\./),
  })
})
