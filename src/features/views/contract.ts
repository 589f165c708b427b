import { z } from 'zod'
import { endpoint } from '#kit/contract/endpoint.ts'
import { messageResponse, id } from '#kit/contract/texts.ts'

/** How many views one person may save of one list. */
export const maxViewsPerList = 50

/** Whether the database can store a text: well-formed Unicode without control characters. */
const isPlainText = (text: string) => text.isWellFormed() && !/\p{Cc}/u.test(text)
const list = z.string().regex(/^[a-z][a-z-]{0,39}$/, 'List is not valid')
const name = z
  .string()
  .trim()
  .min(1, 'Name is required')
  .max(60, 'Name must be between 1 and 60 characters')
  .refine(isPlainText, 'Name is not valid')

/** The query parameters of a list: filters, order and columns. */
const search = z
  .record(z.string().min(1).max(60).refine(isPlainText), z.string().max(500).refine(isPlainText))
  .refine((parts) => Object.keys(parts).length <= 40, 'Search is not valid')

const view = z.object({ id, name: z.string(), search: z.record(z.string(), z.string()) })
export type SavedView = z.output<typeof view>

export const savedViews = {
  list: endpoint({
    method: 'GET',
    path: '/saved-views',
    access: ['Client'],
    summary: "A person's saved views of a list, by name",
    takes: z.object({ list }),
    answers: z.object({ views: z.array(view) }),
  }),
  save: endpoint({
    method: 'POST',
    path: '/saved-views',
    access: ['Client'],
    summary: 'Save the current view of a list under a name; an existing name is overwritten',
    takes: z.object({ list, name, search }),
    answers: messageResponse.extend({ id }),
  }),
  rename: endpoint({
    method: 'PUT',
    path: '/saved-views/{id}',
    access: ['Client'],
    summary: 'Rename a saved view',
    takes: z.object({ id, name }),
    answers: messageResponse,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/saved-views/{id}',
    access: ['Client'],
    summary: 'Delete a saved view',
    takes: z.object({ id }),
    answers: messageResponse,
  }),
}
