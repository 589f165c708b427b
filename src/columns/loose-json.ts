/** A value of JSON. */
export type Json = string | number | boolean | null | Json[] | { [name: string]: Json }

const maxDepth = 100

/**
 * Reads JSON as pages contain it: with comments, control characters in texts, commas too many or too few, single
 * quotes, names without quotes, and an end that is missing. Reads every character once; undefined where there is no
 * value. Names that change prototypes are left out.
 */
export function looseJson(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text, (name, one: unknown) => (name === '__proto__' ? undefined : one))
    return value as Json
  } catch {
    return readValue({ text, at: 0 }, 0)
  }
}

const word = /[\p{L}\p{N}_$.+:/@-]*/uy
const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

/** A text and how far it was read. */
type Cursor = { readonly text: string; at: number }

function readValue(cursor: Cursor, depth: number): Json | undefined {
  skipSpace(cursor)
  const sign = cursor.text[cursor.at]
  if (sign === undefined || depth > maxDepth) {
    cursor.at = cursor.text.length
    return undefined
  }
  if (sign === '{') return readRecord(cursor, depth)
  if (sign === '[') return readList(cursor, depth)
  if (sign === '"' || sign === "'") return readQuoted(cursor, sign)
  return readBare(cursor)
}

/** Skips spaces, control characters, semicolons and comments. */
function skipSpace(cursor: Cursor): void {
  const { text } = cursor
  const endOr = (found: number) => (found === -1 ? text.length : found)
  for (; cursor.at < text.length; cursor.at++) {
    const { at } = cursor
    const sign = text[at]!
    if (/\s/.test(sign) || sign === ';' || sign.charCodeAt(0) < 32 || sign === '\ufeff') continue
    if (sign === '/' && text[at + 1] === '/') cursor.at = endOr(text.indexOf('\n', at))
    else if (sign === '/' && text[at + 1] === '*') cursor.at = endOr(text.indexOf('*/', at + 2)) + 1
    else if (text.startsWith('<!--', at) || text.startsWith('-->', at)) cursor.at += sign === '<' ? 3 : 2
    else if (text.startsWith('<![CDATA[', at)) cursor.at += 8
    else return
  }
}

/** A text between quotes, its escapes replaced. */
function readQuoted(cursor: Cursor, quote: string): string {
  const { text } = cursor
  let out = ''
  let from = ++cursor.at
  for (; cursor.at < text.length; cursor.at++) {
    const sign = text[cursor.at]!
    if (sign === quote) break
    if (sign !== '\\') continue
    out += text.slice(from, cursor.at)
    out += readEscape(cursor)
    from = cursor.at + 1
  }
  out += text.slice(from, cursor.at)
  cursor.at++
  return out
}

/** What the escape at the cursor stands for; the cursor is then at its last character. */
function readEscape(cursor: Cursor): string {
  const { text } = cursor
  const next = text[++cursor.at] ?? ''
  const code = next === 'u' ? /^[0-9a-f]{4}/i.exec(text.slice(cursor.at + 1, cursor.at + 5)) : null
  if (code === null) return escapes[next] ?? next
  cursor.at += 4
  return String.fromCharCode(Number.parseInt(code[0], 16))
}

/** A number, true, false, null or a word without quotes; undefined where there is none. */
function readBare(cursor: Cursor): Json | undefined {
  word.lastIndex = cursor.at
  const found = word.exec(cursor.text)?.[0] ?? ''
  if (found === '') return undefined
  cursor.at += found.length
  if (found === 'true' || found === 'false') return found === 'true'
  if (found === 'null' || found === 'undefined' || found === 'NaN') return null
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(found) ? Number(found) : found
}

function readList(cursor: Cursor, depth: number): Json[] {
  const out: Json[] = []
  readUntil(cursor, ']', (sign) => {
    const one = sign === ',' ? undefined : readValue(cursor, depth + 1)
    if (one !== undefined) out.push(one)
  })
  return out
}

function readRecord(cursor: Cursor, depth: number): Json {
  const out: Record<string, Json> = {}
  readUntil(cursor, '}', (sign) => {
    if (sign === ',') return
    const name = sign === '"' || sign === "'" ? readQuoted(cursor, sign) : readPlainName(cursor)
    skipSpace(cursor)
    if (cursor.text[cursor.at] !== ':') return
    cursor.at++
    skipSpace(cursor)
    const one = readValue(cursor, depth + 1)
    if (one !== undefined && name !== '__proto__') out[name] = one
  })
  return out
}

/** Reads parts until the closing sign or the end of the text; a character that no part begins with is skipped. */
function readUntil(cursor: Cursor, closing: string, readPart: (sign: string) => void): void {
  for (cursor.at++; ; ) {
    skipSpace(cursor)
    const sign = cursor.text[cursor.at]
    if (sign === undefined) return
    if (sign === closing) {
      cursor.at++
      return
    }
    const before = cursor.at
    readPart(sign)
    if (cursor.at === before) cursor.at++
  }
}

function readPlainName(cursor: Cursor): string {
  const { text, at } = cursor
  const found = /^[\p{L}\p{N}_$@-]{1,200}/u.exec(text.slice(at, at + 200))?.[0] ?? ''
  cursor.at += found.length
  return found
}
