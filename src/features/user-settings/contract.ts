import { z } from 'zod'
import { endpoint } from '#kit/contract/endpoint.ts'
import { messageResponse } from '#kit/contract/texts.ts'
import { everyone } from '#vocabulary/roles.ts'
import { messages } from './messages.ts'

/** Most settings of one person, and most that one call saves. */
export const maxSettings = 60
const maxSaved = 20

const columnName = z.string().min(1).max(60)
const columnNames = z.array(columnName).max(60)

/** Columns of a table: row density, order, hidden ones and widths in pixels. */
const tableSettings = z.strictObject({
  density: z.enum(['comfortable', 'compact']),
  order: columnNames,
  hidden: columnNames,
  widths: z
    .record(columnName, z.number().min(20).max(4000))
    .refine((widths) => Object.keys(widths).length <= 60, messages.notValid),
})

const schemas: readonly { name: RegExp; value: z.ZodType }[] = [
  { name: /^theme$/, value: z.enum(['auto', 'light', 'dark']) },
  { name: /^table\.[a-z][a-z.-]{0,49}$/, value: tableSettings },
]

/** Settings by name; null removes one. */
const changes = z.record(z.string().max(60), z.unknown()).transform((given, context) => {
  if (Object.keys(given).length > maxSaved) context.addIssue({ code: 'custom', message: messages.notValid })
  for (const [name, value] of Object.entries(given)) {
    const schema = schemas.find((one) => one.name.test(name))?.value
    if (!schema?.nullable().safeParse(value).success) context.addIssue({ code: 'custom', message: messages.notValid })
  }
  return given
})

export const userSettings = {
  read: endpoint({
    method: 'GET',
    path: '/user-settings',
    access: everyone,
    summary: "The person's own settings by name: theme and tables",
    takes: z.object({}),
    answers: z.object({ settings: z.record(z.string(), z.unknown()) }),
  }),
  save: endpoint({
    method: 'PUT',
    path: '/user-settings',
    access: everyone,
    summary: "Save some of the person's own settings; the last one saved under a name counts, null removes it",
    takes: z.object({
      settings: changes,
      /** Names the window, so that it is not told of its own change. */
      origin: z.string().max(40).optional(),
    }),
    answers: messageResponse,
    bodyLimit: 256 * 1024,
  }),
}
