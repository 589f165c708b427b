import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoints } from '#app/contracts.ts'
import { fieldErrors } from '#kit/server/serve.ts'

/** What comes as JSON or in a query and is nothing anybody means; the objects turn into no text, number or list. */
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

/** The fields of what a call takes, through whatever is wrapped around it. */
function fieldsOf(takes: z.ZodType): string[] {
  if (takes instanceof z.ZodObject) return Object.keys(takes.shape)
  return takes instanceof z.ZodPipe ? fieldsOf(takes.in as z.ZodType) : []
}

/** What went wrong where a schema threw, or refused without naming a field; undefined when all is well. */
function defectOf(takes: z.ZodType, input: object): string | undefined {
  try {
    const read = takes.safeParse(input)
    return read.success || Object.keys(fieldErrors(read.error)).length > 0 ? undefined : 'names no field'
  } catch (problem) {
    return String(problem)
  }
}

test('no call is brought down by what it is asked with: it takes it, or names the fields that are wrong', () => {
  let asked = 0
  const defects: string[] = []
  for (const { method, path, takes } of endpoints) {
    const fields = fieldsOf(takes)
    // Alone, so that checks of several fields run with the others missing, and with a text in every other field.
    const others = [{}, Object.fromEntries(fields.map((field) => [field, 'x']))]
    for (const field of fields)
      for (const value of strange)
        for (const rest of others) {
          asked++
          const defect = defectOf(takes, { ...rest, [field]: value })
          if (defect)
            defects.push(`${method} ${path} with ${field} = ${JSON.stringify(value)?.slice(0, 60)}: ${defect}`)
        }
  }
  expect(defects).toEqual([])
  expect(asked).toBeGreaterThan(20_000)
})
