/** A piece of a notification's text: plain text, or a b, i or br element (C-149, G53). */
export type Piece = string | { tag: 'b' | 'i' | 'br'; inside: Piece[] }

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }

/**
 * Parses HTML without creating elements: only b, i and br become pieces, without their attributes. Every other tag is
 * dropped; script and style are dropped with their content.
 */
export function safePieces(html: string): Piece[] {
  const bare = html.replace(/<!--[\s\S]*?(-->|$)/g, '').replace(/<(script|style)\b[\s\S]*?(<\/\1\s*>|$)/gi, '')
  const root: Piece[] = []
  const open: { tag: string; inside: Piece[] }[] = [{ tag: '', inside: root }]
  for (const [token] of bare.matchAll(/<\/?[a-z][^>]*(?:>|$)|[^<]+|</gi)) {
    const here = open.at(-1)!.inside
    const tag = /^<(\/?)([a-z][a-z0-9]*)/i.exec(token)
    const name = tag?.[2]?.toLowerCase()
    if (!tag) here.push(decodeEntities(token))
    else if (name === 'br') here.push({ tag: 'br', inside: [] })
    else if (name !== 'b' && name !== 'i') continue
    else if (tag[1] === '') {
      const piece: Piece = { tag: name, inside: [] }
      here.push(piece)
      open.push({ tag: name, inside: piece.inside })
    } else {
      const at = open.findLastIndex((one) => one.tag === name)
      if (at > 0) open.length = at
    }
  }
  return root
}

function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,6})|#x([\da-f]{1,5})|([a-z]{2,6}));/gi, (whole, decimal, hex, name: string) => {
    if (decimal || hex) return String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(String(hex), 16))
    return entities[name.toLowerCase()] ?? whole
  })
}
