import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { type Chance, chanceFor } from './seeded.ts'

/** A generated picture, shared by many findings. */
export type DemoPicture = { shape: string; name: string; key: string; bytes: Buffer; sha256: string }

type Colours = { hue: number; light: string; middle: string; dark: string; ground: string }
type Draw = (colours: Colours, chance: Chance) => { width: number; height: number; content: string }

/** How many of each shape; without text, because fonts differ between machines. */
const drawings: Readonly<Record<string, readonly [count: number, draw: Draw]>> = {
  bottle: [30, bottle],
  jar: [24, jar],
  tube: [22, tube],
  stick: [18, stick],
  box: [26, box],
  fabric: [20, fabric],
  plate: [18, plate],
  window: [64, browserWindow],
  profile: [40, profile],
  app: [36, appIcon],
}

/** All pictures as PNG, by shape. Takes about two seconds. */
export async function demoPictures(): Promise<Map<string, DemoPicture[]>> {
  const wanted = Object.entries(drawings).flatMap(([shape, [count, draw]]) =>
    Array.from({ length: count }, (_, n) => ({ shape, n, draw })),
  )
  const made = await Promise.all(wanted.map(async ({ shape, n, draw }) => paint(shape, n, draw)))
  return Map.groupBy(made, (one) => one.shape)
}

async function paint(shape: string, n: number, draw: Draw): Promise<DemoPicture> {
  const chance = chanceFor(`picture ${shape} ${n}`)
  const { width, height, content } = draw(coloursOf(chance), chance)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${content}</svg>`
  const bytes = await sharp(Buffer.from(svg)).png({ compressionLevel: 7 }).toBuffer()
  const name = `${shape}-${String(n + 1).padStart(3, '0')}.png`
  return { shape, name, key: pictureKey(name), bytes, sha256: hash(bytes) }
}

/** The key under which the picture of this name is stored. */
export const pictureKey = (name: string): string => `demo/${hash(name).slice(0, 32)}.png`

const hash = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex')

function coloursOf(chance: Chance): Colours {
  const hue = chance.whole(0, 359)
  const shade = (light: number, strength = 55) => `hsl(${hue},${strength}%,${light}%)`
  return { hue, light: shade(78), middle: shade(56), dark: shade(34), ground: `hsl(${(hue + 30) % 360},28%,94%)` }
}

const rect = (x: number, y: number, w: number, h: number, fill: string, r = 0, more = '') =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${r}" fill="${fill}" ${more}/>`
const disc = (x: number, y: number, r: number, fill: string, more = '') =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" ${more}/>`

/** A product on a light background with its shadow, as in shops. */
function card(colours: Colours, content: string) {
  const ground = `<defs><linearGradient id="g" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#fff"/><stop offset="1" stop-color="${colours.ground}"/></linearGradient></defs>`
  const shadow = `<ellipse cx="160" cy="276" rx="92" ry="13" fill="#000" opacity=".13"/>`
  return { width: 320, height: 320, content: `${ground}${rect(0, 0, 320, 320, 'url(#g)')}${shadow}${content}` }
}

/** A label with a leaf or a dot and lines that look like print. */
function label(x: number, y: number, w: number, h: number, colours: Colours, chance: Chance): string {
  const middle = x + w / 2
  const mark = chance.happens(0.5)
    ? `<path d="M${middle} ${y + 8} q${w / 4} ${h / 5} 0 ${h / 2.6} q${-w / 4} ${-h / 5} 0 ${-h / 2.6}" fill="${colours.dark}"/>`
    : disc(middle, y + h / 3.6, Math.min(w, h) / 6, colours.dark)
  const lines = [0.62, 0.74, 0.85].map((at, n) =>
    rect(middle - w * (0.36 - n * 0.07), y + h * at, w * (0.72 - n * 0.14), Math.max(3, h / 22), colours.middle, 2),
  )
  return rect(x, y, w, h, '#fffdf8', 6) + mark + lines.join('')
}

function bottle(c: Colours, chance: Chance) {
  const w = chance.whole(84, 120)
  const top = chance.whole(96, 122)
  const x = 160 - w / 2
  const neck = rect(160 - w / 6, top - 26, w / 3, 30, c.middle, 4) + rect(160 - w / 5, top - 58, w / 2.5, 36, c.dark, 7)
  const body = rect(x, top, w, 276 - top, c.middle, 22) + rect(x + 9, top + 14, 9, 240 - top, '#fff', 5, 'opacity=".4"')
  return card(c, neck + body + label(x + w * 0.16, top + 42, w * 0.68, 96, c, chance))
}

function jar(c: Colours, chance: Chance) {
  const w = chance.whole(130, 176)
  const h = chance.whole(104, 140)
  const x = 160 - w / 2
  const lid = rect(x + 4, 276 - h - 40, w - 8, 46, c.dark, 9)
  return card(
    c,
    lid + rect(x, 276 - h, w, h, c.light, 18) + label(x + w * 0.2, 276 - h + 14, w * 0.6, h - 30, c, chance),
  )
}

function tube(c: Colours, chance: Chance) {
  const w = chance.whole(92, 124)
  const left = 160 - w / 2
  const body = `<path d="M${left} 62 h${w} l${-w * 0.12} 168 h${-w * 0.76} z" fill="${c.light}"/>`
  return card(
    c,
    rect(left - 2, 52, w + 4, 15, c.middle, 3) +
      body +
      rect(160 - w * 0.34, 230, w * 0.68, 44, c.dark, 7) +
      label(160 - w * 0.3, 92, w * 0.6, 112, c, chance),
  )
}

function stick(c: Colours, chance: Chance) {
  const w = chance.whole(44, 60)
  const x = 160 - w / 2
  const colour = `<path d="M${x + 6} 150 v-58 q${w / 3} -30 ${w - 12} -8 v66 z" fill="${c.middle}"/>`
  return card(
    c,
    colour +
      rect(x + 3, 146, w - 6, 40, '#d9c08a', 3) +
      rect(x - 4, 182, w + 8, 94, c.dark, 7) +
      disc(160, 226, w / 6, '#d9c08a'),
  )
}

function box(c: Colours, chance: Chance) {
  const w = chance.whole(120, 168)
  const top = chance.whole(76, 116)
  const x = 150 - w / 2
  const side = `<path d="M${x + w} ${top} l26 -16 v${260 - top} l-26 16 z" fill="${c.dark}"/><path d="M${x} ${top} l26 -16 h${w} l-26 16 z" fill="${c.light}"/>`
  return card(c, side + rect(x, top, w, 276 - top, c.middle) + label(x + 18, top + 24, w - 36, 118, c, chance))
}

function fabric(c: Colours, chance: Chance) {
  const folds = Array.from({ length: 4 }, (_, n) => rect(66, 112 + n * 41, 188, 38, n % 2 ? c.light : c.middle, 15))
  const dots = Array.from({ length: 26 }, () =>
    disc(chance.whole(78, 242), chance.whole(118, 268), 4, '#fff', 'opacity=".55"'),
  )
  return card(c, folds.join('') + dots.join('') + rect(140, 100, 40, 172, c.dark, 4, 'opacity=".85"'))
}

function plate(c: Colours, chance: Chance) {
  const ring = chance.whole(64, 84)
  const round = disc(160, 172, 104, c.middle) + disc(160, 172, 96, c.light) + disc(160, 172, ring, '#fffdf8')
  const petals = Array.from(
    { length: 12 },
    (_, n) => `<ellipse cx="160" cy="84" rx="7" ry="11" fill="${c.dark}" transform="rotate(${n * 30} 160 172)"/>`,
  )
  return card(c, round + petals.join(''))
}

/** A page in a browser: bar, banner, a row of products. */
function browserWindow(c: Colours, chance: Chance) {
  const bar =
    rect(0, 0, 480, 34, '#dfe3e8') +
    ['#ff6058', '#ffbd2e', '#28c840'].map((one, n) => disc(18 + n * 18, 17, 5.5, one)).join('')
  const banner =
    rect(0, 34, 480, chance.whole(84, 112), c.middle) +
    rect(26, 58, chance.whole(120, 220), 14, '#fff', 4) +
    rect(26, 82, 110, 9, '#fff', 4, 'opacity=".7"') +
    rect(26, 100, 74, 20, c.dark, 10)
  const goods = Array.from({ length: 4 }, (_, n) => {
    const x = 24 + n * 112
    return (
      rect(x, 164, 96, 78, n % 2 ? c.ground : c.light, 8) +
      disc(x + 48, 202, chance.whole(14, 27), n % 2 ? c.middle : c.dark) +
      rect(x, 250, 78, 8, '#9aa5b1', 3) +
      rect(x, 264, 46, 8, c.dark, 3)
    )
  })
  return {
    width: 480,
    height: 300,
    content: rect(0, 0, 480, 300, '#fff') + banner + bar + rect(88, 9, 330, 17, '#fff', 8) + goods.join(''),
  }
}

/** A profile: cover, round picture, a grid of posts. */
function profile(c: Colours, chance: Chance) {
  const posts = Array.from({ length: 6 }, (_, n) =>
    rect(16 + (n % 3) * 98, 208 + Math.floor(n / 3) * 98, 92, 92, chance.one([c.light, c.middle, c.ground, c.dark]), 6),
  )
  const head =
    rect(0, 0, 320, 110, c.middle) +
    disc(66, 118, 44, '#fff') +
    disc(66, 118, 39, c.light) +
    disc(66, 108, 15, c.dark) +
    `<path d="M38 146 q28 -38 56 0 z" fill="${c.dark}"/>`
  return {
    width: 320,
    height: 400,
    content:
      rect(0, 0, 320, 400, '#fff') +
      head +
      rect(124, 128, 136, 13, '#5b6570', 4) +
      rect(124, 150, 96, 9, '#b4bcc4', 4) +
      rect(16, 176, 288, 9, '#d7dce1', 4) +
      posts.join(''),
  }
}

function appIcon(c: Colours, chance: Chance) {
  const ground = `<defs><linearGradient id="a" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${c.light}"/><stop offset="1" stop-color="${c.dark}"/></linearGradient></defs>${rect(0, 0, 192, 192, 'url(#a)', 44)}`
  const bag = `<path d="M58 78 h76 l10 70 h-96 z" fill="#fff"/><path d="M76 84 v-16 q20 -30 40 0 v16" fill="none" stroke="#fff" stroke-width="9"/>`
  const star = `<path d="M96 40 l17 36 39 5 -28 27 7 39 -35 -19 -35 19 7 -39 -28 -27 39 -5 z" fill="#fff"/>`
  const leaf = `<path d="M52 142 q-6 -92 92 -94 q2 92 -92 94 z" fill="#fff"/><path d="M56 140 l62 -66" stroke="${c.dark}" stroke-width="6"/>`
  return { width: 192, height: 192, content: ground + chance.one([bag, star, leaf]) }
}
