import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { openPdf } from './pdf.ts'
import { canShow } from './pdf-fonts.ts'

const openTestPdf = () => {
  const doc = openPdf({ title: 'Title', author: 'Author' })
  doc.addPage().font('regular').fontSize(12)
  return doc
}

/** Renders a document; returns the names of its fonts and the x positions at which its texts begin. */
async function render(draw: (doc: ReturnType<typeof openTestPdf>) => void) {
  const doc = openTestPdf()
  const parts: Buffer[] = []
  doc.on('data', (part: Buffer) => parts.push(part))
  const ended = new Promise((resolve) => doc.on('end', resolve))
  draw(doc)
  doc.end()
  await ended
  const bytes = Buffer.concat(parts)
  const text = bytes.toString('latin1')
  const page = [...text.matchAll(/stream\r?\n/g)]
    .map(({ index, 0: { length } }) => {
      try {
        return inflateSync(bytes.subarray(index + length)).toString('latin1')
      } catch {
        return ''
      }
    })
    .find((stream) => stream.includes('BT'))!
  return {
    fonts: [...new Set([...text.matchAll(/\/BaseFont \/\w+\+(\w+)/g)].map(([, name]) => name!))],
    at: [...page.matchAll(/BT\s+1 0 0 1 ([\d.]+) /g)].map(([, x]) => Number(x)),
  }
}

test('Arabic, Tamil, Chinese, Japanese and Korean use their own fonts; characters without a font are reported', async () => {
  const doc = openTestPdf()
  for (const character of ['A', 'अ', 'ع', 'த', '龍', 'ァ', '한']) expect(canShow(doc, character), character).toBe(true)
  for (const character of ['𓂀', '😀']) expect(canShow(doc, character), character).toBe(false)
  expect((await render((pdf) => pdf.text('Plain words'))).fonts).toEqual(['NotoSans'])
  const { fonts } = await render((pdf) => pdf.text('علامة தமிழ் 试验 한국 words', { width: 500 }))
  for (const name of ['Arabic', 'Tamil', 'SC', 'KR']) expect(fonts.join(' ')).toContain(`NotoSans${name}`)
  expect(fonts).toHaveLength(5)
  expect((await render((pdf) => pdf.text('日本語テスト'))).fonts).toEqual([expect.stringContaining('NotoSansJP')])
})

test('a line of several fonts is measured, right-aligned, wrapped and truncated correctly', async () => {
  const doc = openTestPdf()
  const [line, parts] = ['Brand 试验 Ltd', ['Brand ', '试验', ' Ltd']]
  const width = doc.widthOfString(line)
  expect(width).toBeCloseTo(
    parts.reduce((sum, part) => sum + doc.widthOfString(part), 0),
    6,
  )
  const right = await render((pdf) => pdf.text(line, 100, 100, { width: 300, align: 'right' }))
  expect(right.at).toHaveLength(3)
  expect(right.at[0]).toBeCloseTo(400 - width, 1)
  const long = Array.from({ length: 40 }, () => '试验').join(' ')
  expect(doc.heightOfString(long, { width: 200 })).toBeGreaterThan(4 * doc.currentLineHeight())
  const cut = await render((pdf) => pdf.text(long, 100, 100, { width: 200, height: 12, ellipsis: true }))
  expect(Math.max(...cut.at)).toBeLessThan(300)
})

test('Arabic words run from the right, with their numbers between them; Latin text around them keeps its position', async () => {
  const doc = openTestPdf()
  const widthOf = (text: string) => doc.widthOfString(text)
  const { at } = await render((pdf) => pdf.text('Shop مرحبا 123 عالم end', 0, 100, { width: 500 }))
  // From the left: Shop, space, last Arabic word, space, number, space, first Arabic word, space, end.
  expect(at).toHaveLength(9)
  expect(at[2]).toBeCloseTo(widthOf('Shop '), 1)
  expect(at[4]! - at[2]!).toBeCloseTo(widthOf('عالم') + widthOf(' '), 1)
  expect(at[6]! - at[4]!).toBeCloseTo(widthOf('123') + widthOf(' '), 1)
  expect(at[8]! - at[6]!).toBeCloseTo(widthOf('مرحبا') + widthOf(' '), 1)
})
