import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findSystemChromium, packagedChromium } from './find-chromium.ts'
import { openTestBrowser, serveTestPages, type TestPages } from './testing-pages.ts'

/** Two characters of each script; a font that lacks them draws the same box for both. */
const scripts: Record<string, [string, string]> = {
  Latin: ['R', 'S'],
  Greek: ['Ω', 'Σ'],
  Cyrillic: ['Ж', 'Щ'],
  Arabic: ['ع', 'ك'],
  Devanagari: ['क', 'म'],
  Tamil: ['க', 'ம'],
  Chinese: ['品', '牌'],
  Japanese: ['あ', 'ね'],
  Korean: ['상', '표'],
}
const cell = 60
/** In no font: what a missing character looks like. */
const missing = '\u{10FFFF}'

let pages: TestPages
beforeAll(async () => {
  const rows = [...Object.values(scripts), [missing, missing]]
  const cells = rows.flat().map((text) => `<div>${text}</div>`)
  pages = await serveTestPages({
    '/': `<!doctype html><style>
      body { margin: 0; display: grid; grid-template-columns: ${cell}px ${cell}px; grid-auto-rows: ${cell}px }
      div { font: 40px/60px sans-serif; text-align: center; overflow: hidden }
    </style>${cells.join('')}`,
  })
})
afterAll(() => pages.close())

/** The dark pixels of a cell, as text; equal pictures have equal texts. */
async function drawn(picture: Buffer, column: number, row: number): Promise<string> {
  const area = { left: column * cell, top: row * cell, width: cell, height: cell }
  return (await sharp(picture).extract(area).greyscale().threshold(128).raw().toBuffer()).toString('base64')
}

test.skipIf(!findSystemChromium(undefined) && !packagedChromium())(
  'each script is drawn with its letters, not with the box of a missing one',
  async () => {
    const browser = openTestBrowser()
    const { picture } = await browser.visit(`${pages.base}/`)
    await browser.close()
    const names = Object.keys(scripts)
    const box = await drawn(picture, 0, names.length)
    for (const [row, name] of names.entries()) {
      const [one, other] = [await drawn(picture, 0, row), await drawn(picture, 1, row)]
      expect(one === other, name).toBe(false)
      expect([one, other], name).not.toContain(box)
    }
  },
)
