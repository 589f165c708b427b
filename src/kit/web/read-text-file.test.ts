import { expect, test } from 'vitest'
import { readChosenText, readTextFile } from './read-text-file.ts'

const text = 'https://shop.example/1\r\nhttps://bücher.example/2\n'
const utf16 = (bigEndian: boolean) => {
  const bytes = Buffer.from(text, 'utf16le')
  return bigEndian ? bytes.swap16() : bytes
}
const read = (...parts: (string | Uint8Array<ArrayBuffer>)[]) => readTextFile(new Blob(parts))

test.each([
  ['UTF-8', [text]],
  ['UTF-8 with a mark', [Uint8Array.of(0xef, 0xbb, 0xbf), text]],
  ['UTF-16 little endian with a mark', [Uint8Array.of(0xff, 0xfe), utf16(false)]],
  ['UTF-16 big endian with a mark', [Uint8Array.of(0xfe, 0xff), utf16(true)]],
  ['UTF-16 little endian', [utf16(false)]],
  ['UTF-16 big endian', [utf16(true)]],
  ['Windows-1252', [Buffer.from(text, 'latin1')]],
] as [string, (string | Uint8Array<ArrayBuffer>)[]][])('a text file in %s is read', async (_, parts) => {
  expect(await read(...parts)).toBe(text)
})

test('what is no text is refused; an empty file is empty', async () => {
  expect(await read(Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13))).toBeUndefined()
  expect(await read('a\0b')).toBeUndefined()
  expect(await read(Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 0x10, 0x4a, 0x46, 0x49, 0x46, 0))).toBeUndefined()
  expect(await read('')).toBe('')
})

test('a file for a field is refused by kind, size and emptiness, and when it can no longer be read', async () => {
  const read = (name: string, content: string, type = '') =>
    readChosenText(new File([content], name, { type }), 'No text')
  expect(await read('a.txt', 'https://shop.example/1')).toEqual({ text: 'https://shop.example/1' })
  expect(await read('A.TXT', 'x', 'text/plain')).toEqual({ text: 'x' })
  for (const file of [read('a.csv', 'x'), read('a.txt', 'x', 'text/csv'), read('a.txt', 'a\0b')])
    expect(await file).toEqual({ refusal: 'No text' })
  expect(await read('a.txt', ' \n')).toEqual({ refusal: 'a.txt is empty.' })
  expect((await read('a.txt', 'x'.repeat(8_000_001))).refusal).toMatch('larger than 8 MB')
  const gone = new File(['x'], 'a.txt')
  gone.arrayBuffer = () => Promise.reject(new DOMException('changed', 'NotReadableError'))
  expect((await readChosenText(gone, 'No text')).refusal).toMatch('Choose it again')
})
