/** Collects rows in PostgreSQL's COPY text format; `end` returns them as UTF-8 chunks of some hundred kilobytes. */
export type CopyText = { add: (cells: readonly (string | number | boolean | null)[]) => void; end: () => Uint8Array[] }

const escapes: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
  '\b': '\\b',
  '\f': '\\f',
  '\v': '\\v',
}
const chunkLength = 256 * 1024

/** A new, empty COPY text. */
export function copyText(): CopyText {
  const chunks: Uint8Array[] = []
  let text = ''
  const flush = () => {
    // Lone surrogates become U+FFFD here, so that PostgreSQL always gets UTF-8.
    if (text !== '') chunks.push(new TextEncoder().encode(text))
    text = ''
  }
  return {
    add: (cells) => {
      let line = ''
      for (let index = 0; index < cells.length; index++) {
        if (index > 0) line += '\t'
        line += copyCell(cells[index]!)
      }
      text += `${line}\n`
      if (text.length >= chunkLength) flush()
    },
    end: () => {
      flush()
      return chunks
    },
  }
}

/** A cell in COPY's text format (PostgreSQL: COPY, 'Text Format'). */
export function copyCell(cell: string | number | boolean | null): string {
  if (cell === null) return '\\N'
  if (typeof cell !== 'string') return String(cell)
  // PostgreSQL text cannot contain NUL. The cell readers reject it already; this is the safeguard.
  // oxlint-disable-next-line no-control-regex -- the characters that COPY writes with a backslash
  return /[\u0000\b\t\n\v\f\r\\]/.test(cell)
    ? cell.replaceAll('\u0000', '').replace(/[\b\t\n\v\f\r\\]/g, escapeCharacter)
    : cell
}

const escapeCharacter = (character: string) => escapes[character]!
