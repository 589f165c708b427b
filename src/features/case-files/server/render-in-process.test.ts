import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { openRenderer } from './render-in-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'brandkeep-drawer-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('pictures are shrunk to page size, an unreadable one is omitted, and errors are reported', async () => {
  const renderer = openRenderer()
  const large = { create: { width: 3000, height: 1500, channels: 3, background: '#fff' } } as const
  await renderer.shrink(await sharp(large).png().toBuffer(), join(folder, 'a.jpg'))
  await renderer.shrink(Buffer.from('no picture'), join(folder, 'b.jpg'))
  expect(readdirSync(folder)).toEqual(['a.jpg'])
  expect(await sharp(join(folder, 'a.jpg')).metadata()).toMatchObject({ width: 1400, height: 700, format: 'jpeg' })
  const nowhere = join(folder, 'none', 'a.jpg')
  await expect(renderer.shrink(await sharp(large).png().toBuffer(), nowhere)).rejects.toThrow('ENOENT')
  renderer.close()
})

test('a killed process fails its pending request and all later ones', async () => {
  const renderer = openRenderer()
  const pending = renderer.shrink(Buffer.alloc(10_000_000), join(folder, 'c.jpg'))
  renderer.close()
  await expect(pending).rejects.toThrow('The process that draws case files ended (SIGKILL)')
  await expect(renderer.shrink(Buffer.alloc(1), join(folder, 'c.jpg'))).rejects.toThrow('SIGKILL')
})
