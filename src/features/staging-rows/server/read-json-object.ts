import { isUtf8 } from 'node:buffer'

/** Why a call is refused before its rows are validated: 400, 413, or 422 with its fields. */
export type Refusal = { status: number; message: string; fields?: Record<string, string> }

export type JsonObject = Record<string, unknown>

/** Whether a JSON value is an object, no list. */
export const isObject = (raw: unknown): raw is JsonObject =>
  typeof raw === 'object' && raw !== null && !Array.isArray(raw)

/**
 * The JSON object of a body that a worker thread parses. Refuses one with more than `maxValues` values (413), and what
 * is no JSON object (400). Never throws.
 */
export function readJsonObject(body: Uint8Array, maxValues: number): { object: JsonObject } | { refusal: Refusal } {
  if (hasMoreValuesThan(maxValues, body)) return { refusal: { status: 413, message: 'The request is too large.' } }
  const value = parse(body)
  if (value === undefined) return { refusal: { status: 400, message: 'The body is not valid JSON.' } }
  if (!isObject(value)) return { refusal: { status: 400, message: 'The body must be an object.' } }
  return { object: value }
}

/** 1 for the bytes that come before a JSON value: , [ { : */
const isBeforeValue = Uint8Array.from({ length: 256 }, (_, byte) =>
  ',[{:'.includes(String.fromCharCode(byte)) ? 1 : 0,
)

/**
 * Counts the values of a JSON text before it is parsed. Each may need a hundred bytes of memory, and a thread that runs
 * out of memory inside JSON.parse kills the whole process.
 */
function hasMoreValuesThan(max: number, body: Uint8Array): boolean {
  // First an upper bound that also counts separators inside strings: three times faster and seldom too high.
  let upperBound = 0
  for (let index = 0; index < body.length; index++) upperBound += isBeforeValue[body[index]!]!
  if (upperBound <= max) return false
  let values = 0
  let inString = false
  for (let index = 0; index < body.length; index++) {
    const byte = body[index]!
    if (byte === 0x22) inString = !inString
    else if (inString && byte === 0x5c) index++
    else if (!inString && isBeforeValue[byte] === 1 && ++values > max) return true
  }
  return false
}

function parse(body: Uint8Array): unknown {
  if (!isUtf8(body)) return undefined
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch (problem) {
    // Invalid or oversized text is the caller's error; anything else is ours.
    if (problem instanceof SyntaxError || problem instanceof RangeError || problem instanceof TypeError)
      return undefined
    throw problem
  }
}
