import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { probeFolder, tidyFolder, writeDurably } from './durable-files.ts'
import { diskFiles } from './files.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'brandkeep-durable-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))
const modeOf = (path: string) => statSync(join(folder, path)).mode & 0o777

test('stored files and their folders are for their owner only', async () => {
  const files = diskFiles(folder, 'bucket')
  writeFileSync(join(folder, 'source'), 'copied', { mode: 0o644 })
  await files.put('2026/11/22/a.txt', Buffer.from('written'), 'text/plain')
  await files.putFile('2026/11/22/b.txt', join(folder, 'source'), 'text/plain')
  expect(String(await files.read('2026/11/22/b.txt'))).toBe('copied')
  for (const path of ['bucket/2026/11/22/a.txt', 'bucket/2026/11/22/b.txt']) expect(modeOf(path), path).toBe(0o600)
  for (const path of ['bucket', 'bucket/2026', 'bucket/2026/11/22']) expect(modeOf(path), path).toBe(0o700)
})

test('bytes, name and new folders of a file are on the disk before it is acknowledged', async () => {
  writeFileSync(join(folder, 'source'), 'copied')
  const target = join(folder, 'bucket/2026/a.txt')
  for (const source of [{ bytes: Buffer.from('written') }, { copyOf: join(folder, 'source') }]) {
    const flushed: string[] = []
    const isNew = !existsSync(target)
    await writeDurably(target, source, async (path) => {
      // Each of them takes its time, and nothing may go on meanwhile.
      await sleep(20)
      const there = existsSync(target) ? readFileSync(target, 'utf8') : 'nothing'
      flushed.push(`${relative(folder, path).replace(/a\.txt\..+\.part$/, 'part')}, while there is ${there}`)
    })
    const [earlier, later] = isNew ? ['nothing', 'written'] : ['written', 'copied']
    const made = ['bucket/2026', 'bucket', ''].slice(1).map((name) => `${name}, while there is ${later}`)
    expect(flushed).toEqual([
      `bucket/2026/part, while there is ${earlier}`,
      `bucket/2026, while there is ${later}`,
      ...(isNew ? made : []),
    ])
  }
})

test('what is flushed is synced by the system', async () => {
  const handle = await open(folder, 'r')
  const sync = vi.spyOn(Object.getPrototypeOf(handle) as { sync: () => Promise<void> }, 'sync')
  try {
    await diskFiles(folder, 'bucket').put('a.txt', Buffer.from('x'), 'text/plain')
    // The file, its folder, and the one that the folder was made in.
    expect(sync).toHaveBeenCalledTimes(3)
  } finally {
    sync.mockRestore()
    await handle.close()
  }
})

test('a write that fails leaves nothing behind', async () => {
  const files = diskFiles(folder, 'bucket')
  await expect(files.putFile('x/a.txt', join(folder, 'missing'), 'text/plain')).rejects.toThrow('ENOENT')
  mkdirSync(join(folder, 'bucket/x/taken.txt'))
  await expect(files.put('x/taken.txt', Buffer.from('y'), 'text/plain')).rejects.toThrow()
  expect(readdirSync(join(folder, 'bucket/x'))).toEqual(['taken.txt'])
})

test('abandoned parts are removed, those being written stay, and access to older files is corrected', async () => {
  mkdirSync(join(folder, 'old'))
  const before = new Date(Date.now() - 3_600_000)
  for (const name of ['old/a.png', 'old/b.png.1.part', 'old/.probe-1', 'old/c.png.2.part']) {
    writeFileSync(join(folder, name), name)
    chmodSync(join(folder, name), 0o644)
    if (!name.startsWith('old/c')) utimesSync(join(folder, name), before, before)
  }
  chmodSync(join(folder, 'old'), 0o755)
  expect(await tidyFolder(folder)).toBe(2)
  expect(readdirSync(join(folder, 'old')).sort()).toEqual(['a.png', 'c.png.2.part'])
  expect([modeOf('old'), modeOf('old/a.png'), modeOf('.')]).toEqual([0o700, 0o600, 0o700])
  expect(readFileSync(join(folder, 'old/a.png'), 'utf8')).toBe('old/a.png')
  expect(await tidyFolder(join(folder, 'none'))).toBe(0)
})

test('the disk is probed once a second, however many ask', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  const files = diskFiles(folder, 'bucket')
  await Promise.all(Array.from({ length: 50 }, () => files.check()))
  rmSync(join(folder, 'bucket'), { recursive: true })
  writeFileSync(join(folder, 'bucket'), 'no folder')
  await files.check()
  vi.setSystemTime(Date.now() + 1_000)
  await expect(files.check()).rejects.toMatchObject({ code: 'EEXIST' })
  vi.useRealTimers()
})

test('a folder is probed with real bytes and its free space', async () => {
  await probeFolder(join(folder, 'new'), 0)
  expect(readdirSync(join(folder, 'new'))).toEqual([])
  await expect(probeFolder(folder, Number.MAX_SAFE_INTEGER)).rejects.toMatchObject({ code: 'ENOSPC' })
})
