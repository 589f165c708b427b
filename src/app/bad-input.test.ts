import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoints } from '#app/contracts.ts'
import { fieldErrors } from '#kit/server/serve.ts'

/** Values JSON or a query can carry and no field expects; the objects convert to no text, number or list. */
const strange: readonly unknown[] = [
  undefined,
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  '',
  ' ',
  '\u0000',
  '\ud800',
  '__proto__',
  '0000-01-01',
  '9'.repeat(40),
  'x'.repeat(5000),
  [],
  [null],
  [[]],
  ['\ud800'],
  {},
  { toString: 1, valueOf: 1 },
  [{ toString: 1 }],
  { length: -1 },
  { _id: { toString: 1 } },
]

/** The input fields of an endpoint, also of one wrapped in pipes. */
function fieldsOf(takes: z.ZodType): string[] {
  if (takes instanceof z.ZodObject) return Object.keys(takes.shape)
  return takes instanceof z.ZodPipe ? fieldsOf(takes.in as z.ZodType) : []
}

/** The defect when a schema throws, or rejects without naming a field; undefined when there is none. */
function defectOf(takes: z.ZodType, input: object): string | undefined {
  try {
    const read = takes.safeParse(input)
    return read.success || Object.keys(fieldErrors(read.error)).length > 0 ? undefined : 'names no field'
  } catch (problem) {
    return String(problem)
  }
}

test('no input breaks an endpoint: it is accepted, or the invalid fields are named', () => {
  let attempts = 0
  const defects: string[] = []
  for (const { method, path, takes } of endpoints) {
    const fields = fieldsOf(takes)
    // Alone, so that checks across fields run with the others missing, and with a text in every other field.
    const others = [{}, Object.fromEntries(fields.map((field) => [field, 'x']))]
    for (const field of fields)
      for (const value of strange)
        for (const rest of others) {
          attempts++
          const defect = defectOf(takes, { ...rest, [field]: value })
          if (defect)
            defects.push(`${method} ${path} with ${field} = ${JSON.stringify(value)?.slice(0, 60)}: ${defect}`)
        }
  }
  expect(defects).toEqual([])
  expect(attempts).toBeGreaterThan(20_000)
})
