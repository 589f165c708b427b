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
    return createReader(text).value(0)
  }
}

const word = /[\p{L}\p{N}_$.+:/@-]*/uy
const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

function createReader(text: string) {
  let at = 0

  const skip = () => {
    for (; at < text.length; at++) {
      const sign = text[at]!
      if (/\s/.test(sign) || sign === ';' || sign.charCodeAt(0) < 32 || sign === '\ufeff') continue
      if (sign === '/' && text[at + 1] === '/') at = endOr(text.indexOf('\n', at))
      else if (sign === '/' && text[at + 1] === '*') at = endOr(text.indexOf('*/', at + 2)) + 1
      else if (text.startsWith('<!--', at) || text.startsWith('-->', at)) at += sign === '<' ? 3 : 2
      else if (text.startsWith('<![CDATA[', at)) at += 8
      else return
    }
  }
  const endOr = (found: number) => (found === -1 ? text.length : found)

  function quoted(quote: string): string {
    let out = ''
    let from = ++at
    for (; at < text.length; at++) {
      const sign = text[at]!
      if (sign === quote) break
      if (sign !== '\\') continue
      out += text.slice(from, at)
      const next = text[++at] ?? ''
      const code = next === 'u' ? /^[0-9a-f]{4}/i.exec(text.slice(at + 1, at + 5)) : null
      if (code !== null) {
        out += String.fromCharCode(Number.parseInt(code[0], 16))
        at += 4
      } else out += escapes[next] ?? next
      from = at + 1
    }
    out += text.slice(from, at)
    at++
    return out
  }

  function bare(): Json | undefined {
    word.lastIndex = at
    const found = word.exec(text)?.[0] ?? ''
    if (found === '') return undefined
    at += found.length
    if (found === 'true' || found === 'false') return found === 'true'
    if (found === 'null' || found === 'undefined' || found === 'NaN') return null
    return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(found) ? Number(found) : found
  }

  function list(depth: number): Json[] {
    const out: Json[] = []
    for (at++; ; ) {
      skip()
      if (at >= text.length) return out
      if (text[at] === ']') {
        at++
        return out
      }
      const before = at
      const one = text[at] === ',' ? undefined : value(depth + 1)
      if (one !== undefined) out.push(one)
      if (at === before) at++
    }
  }

  function record(depth: number): Json {
    const out: Record<string, Json> = {}
    for (at++; ; ) {
      skip()
      if (at >= text.length) return out
      const sign = text[at]!
      if (sign === '}') {
        at++
        return out
      }
      const before = at
      if (sign !== ',') {
        const name = sign === '"' || sign === "'" ? quoted(sign) : plainName()
        skip()
        if (text[at] === ':') {
          at++
          skip()
          const one = value(depth + 1)
          if (one !== undefined && name !== '__proto__') out[name] = one
        }
      }
      if (at === before) at++
    }
  }

  const plainName = () => {
    const found = /^[\p{L}\p{N}_$@-]{1,200}/u.exec(text.slice(at, at + 200))?.[0] ?? ''
    at += found.length
    return found
  }

  function value(depth: number): Json | undefined {
    skip()
    const sign = text[at]
    if (sign === undefined || depth > maxDepth) {
      at = text.length
      return undefined
    }
    if (sign === '{') return record(depth)
    if (sign === '[') return list(depth)
    if (sign === '"' || sign === "'") return quoted(sign)
    return bare()
  }

  return { value }
}
