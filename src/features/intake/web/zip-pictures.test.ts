import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { bytesPerFile } from '#features/files/contract.ts'
import { picturesOfZip } from './zip-pictures.ts'

const archive = (bytes: Uint8Array, name = 'pictures.zip') => new File([bytes as Uint8Array<ArrayBuffer>], name)
const contentOf = async (file: File) => Buffer.from(await file.arrayBuffer()).toString()

test('the pictures of an archive are files, packed or stored, without their folders; nothing else is', async () => {
  const zip = zipSync({
    'Shop-00001.png': [strToU8('stored'), { level: 0 }],
    'shop/a picture.JPG': strToU8('packed '.repeat(1000)),
    'shop/list.xlsx': strToU8('no picture'),
    '__MACOSX/shop/._a picture.JPG': strToU8('no picture'),
    'shop/': new Uint8Array(0),
  })
  const pictures = await picturesOfZip(archive(zip))
  expect(pictures.map(({ name, type }) => [name, type])).toEqual([
    ['Shop-00001.png', 'image/png'],
    ['a picture.JPG', 'image/jpeg'],
  ])
  expect(await Promise.all(pictures.map(contentOf))).toEqual(['stored', 'packed '.repeat(1000)])
})

test('an archive that is none, or is cut off, is refused; a picture that unpacks without end is not unpacked to it', async () => {
  await expect(picturesOfZip(archive(strToU8('a picture?')))).rejects.toThrow()
  const zip = zipSync({ 'a.png': strToU8('a'), 'b.png': strToU8('b') })
  await expect(picturesOfZip(archive(zip.subarray(0, zip.length - 30)))).rejects.toThrow()
  const bomb = zipSync({ 'bomb.png': new Uint8Array(8 * bytesPerFile) })
  const [picture] = await picturesOfZip(archive(bomb))
  expect(picture!.size).toBeGreaterThan(bytesPerFile)
  expect(picture!.size).toBeLessThan(2 * bytesPerFile)
})
