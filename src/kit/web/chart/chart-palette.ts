import { contrastOf, type Scheme } from '#kit/web/readable-colour.ts'

/** Colours of a chart; the canvas cannot read the style sheet. */
export type ChartPalette = {
  scheme: Scheme
  text: string
  quiet: string
  line: string
  background: string
  track: string
  accent: string
}

const palettes: Record<Scheme, ChartPalette> = {
  light: {
    scheme: 'light',
    text: '#1a1d24',
    quiet: '#5a6170',
    line: '#e3e6eb',
    background: '#ffffff',
    track: '#eceef2',
    accent: '#3b4cc0',
  },
  dark: {
    scheme: 'dark',
    text: '#e4e6eb',
    quiet: '#a6acb8',
    line: '#2a2e37',
    background: '#191c22',
    track: '#2a2e37',
    accent: '#7d8be0',
  },
}

/** The palette of a colour scheme. */
export const chartPalette = (scheme: Scheme): ChartPalette => palettes[scheme]

/** Colours for parts without a colour of their own (sites, brands, TLDs), distinguishable in both schemes. */
const ordered = [
  '#3b4cc0',
  '#1b8a9e',
  '#c2772b',
  '#8a4fb3',
  '#3d8b4f',
  '#b8476b',
  '#5f7390',
  '#a08a1f',
  '#2f6fb5',
  '#8c5a3c',
]
/** Colour of the combined rest of the parts. */
export const restColour = '#8a909c'

/** Colour of the n-th part, from 0; repeats after ten. */
export const orderedColour = (n: number): string => ordered[n % ordered.length]!

const shades = new Map<string, string>()

/** Fill colour of an area: unchanged on light, on dark lightened to contrast with the background (WCAG 2.2, 1.4.11). */
export function areaColour(colour: string, { scheme, background }: ChartPalette): string {
  if (scheme === 'light') return colour
  const known = shades.get(colour)
  if (known) return known
  let shade = colour
  for (let part = 0.05; part <= 1 && contrastOf(shade, background) < 3.4; part += 0.05)
    shade = `#${[1, 3, 5]
      .map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
      .map((channel) =>
        Math.round(channel + (255 - channel) * part)
          .toString(16)
          .padStart(2, '0'),
      )
      .join('')}`
  shades.set(colour, shade)
  return shade
}

/** Text colour on a colour: black or white, whichever has more contrast. */
export function textColourOn(colour: string): string {
  return contrastOf(colour, '#ffffff') >= contrastOf(colour, '#14161b') ? '#ffffff' : '#14161b'
}
