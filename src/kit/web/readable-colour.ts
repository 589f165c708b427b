export type Scheme = 'light' | 'dark'

/** The darkest light and the lightest dark background of status words (hovered and selected rows). */
const backgrounds: Record<Scheme, string> = { light: '#e7f0fa', dark: '#2c3440' }
const wanted = 4.6
const found = new Map<string, string>()

/**
 * The nearest shade of a colour that is readable as text: at least 4.5:1 on the table's backgrounds in that scheme
 * (WCAG 2.2, 1.4.3). The dot keeps the original colour.
 */
export function readableColour(colour: string, scheme: Scheme): string {
  const key = colour + scheme
  const known = found.get(key)
  if (known) return known
  const towards = scheme === 'light' ? 0 : 255
  let shade = channels(colour)
  for (let part = 0; part <= 1 && contrast(shade, channels(backgrounds[scheme])) < wanted; part += 0.05)
    shade = channels(colour).map((channel) => Math.round(channel + (towards - channel) * part)) as Rgb
  const read = `#${shade.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
  found.set(key, read)
  return read
}

/** Contrast ratio of two colours (#rrggbb), 1 to 21. */
export function contrastOf(one: string, other: string): number {
  return contrast(channels(one), channels(other))
}

type Rgb = [number, number, number]

function channels(colour: string): Rgb {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)) as Rgb
}

function contrast(one: Rgb, other: Rgb): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

function luminance(rgb: Rgb): number {
  const [r, g, b] = rgb.map((channel) => {
    const part = channel / 255
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as Rgb
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
