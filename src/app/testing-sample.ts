import { z } from 'zod'

type Json = {
  type?: string
  format?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Json[]
  items?: Json
  properties?: Record<string, Json>
}

/** Where an id is in an input: the names and positions that lead to it. */
export type Path = readonly (string | number)[]

/**
 * For tests: a body or query that is mostly accepted, generated from the contract, with `id` in the place of every id and
 * of every field with one of these names, and where those are.
 */
export function sampleInput(
  type: z.ZodType,
  id: string,
  names = /^_?id$|userId/i,
): { input: Record<string, unknown>; paths: Path[] } {
  const paths: Path[] = []
  const generate = (json: Json, at: Path): unknown => {
    if (json.const !== undefined) return json.const
    if (json.enum) return json.enum[0]
    if (json.anyOf) return generate(json.anyOf[0] ?? {}, at)
    if (json.type === 'object')
      return Object.fromEntries(
        Object.entries(json.properties ?? {}).map(([name, one]) => [name, generate(one, [...at, name])]),
      )
    if (json.type === 'array') return [generate(json.items ?? {}, [...at, 0])]
    const name = at.findLast((one) => typeof one === 'string') ?? ''
    if (names.test(name) || json.format === 'uuid') {
      paths.push(at)
      return id
    }
    if (json.type === 'string') return '22'
    if (json.type === 'number' || json.type === 'integer') return 1
    return json.type === 'boolean' ? true : 'x'
  }
  const json = z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' }) as Json
  return { input: generate(json, []) as Record<string, unknown>, paths }
}
