import { z } from 'zod'
import { endpoint } from '#kit/contract/endpoint.ts'
import { messageResponse, id } from '#kit/contract/texts.ts'
import { messages } from '#features/views/messages.ts'
import { everyone } from '#vocabulary/roles.ts'

/** Whether the database can store a text: well-formed Unicode without control characters. */
const isPlainText = (text: string) => text.isWellFormed() && !/\p{Cc}/u.test(text)
const list = z.string().regex(/^[a-z][a-z-]{0,39}$/, messages.unknownList)
const name = z
  .string()
  .trim()
  .min(1, 'Name is required')
  .max(60, 'Name must be between 1 and 60 characters')
  .refine(isPlainText, 'Name is not valid')

/** The query parameters of a list: filters, order and columns. */
const search = z
  .record(z.string().min(1).max(60).refine(isPlainText), z.string().max(2048).refine(isPlainText))
  .refine((parts) => Object.keys(parts).length <= 60, 'Search is not valid')

const view = z.object({
  id,
  list: z.string(),
  name: z.string(),
  search: z.record(z.string(), z.string()),
  /** With the people of the owner's company, or with the team. */
  isShared: z.boolean(),
  isPinned: z.boolean(),
  isOwn: z.boolean(),
  /** Whether the caller may rename, share and delete it: its owner, and an Admin where it is shared. */
  mayChange: z.boolean(),
  /** Who made it. */
  owner: z.string(),
})
export type SavedView = z.output<typeof view>

export const savedViews = {
  list: endpoint({
    method: 'GET',
    path: '/saved-views',
    access: everyone,
    summary: "A person's saved views of a list, or of all, and those shared with them, by name; 500 at most",
    takes: z.object({ list: list.optional() }),
    answers: z.object({ views: z.array(view) }),
  }),
  pinned: endpoint({
    method: 'GET',
    path: '/saved-views/pinned',
    access: everyone,
    summary: 'The views that the person pinned, of all lists, by name',
    takes: z.object({}),
    answers: z.object({ views: z.array(view) }),
  }),
  save: endpoint({
    method: 'POST',
    path: '/saved-views',
    access: everyone,
    summary: 'Save the current view of a list under a name; an own view of that name is overwritten',
    takes: z.object({ list, name, search, isShared: z.boolean().optional() }),
    answers: messageResponse.extend({ id }),
  }),
  rename: endpoint({
    method: 'PUT',
    path: '/saved-views/{id}',
    access: everyone,
    summary: 'Rename a saved view',
    takes: z.object({ id, name }),
    answers: messageResponse,
  }),
  share: endpoint({
    method: 'PUT',
    path: '/saved-views/{id}/sharing',
    access: everyone,
    summary: "Share a view with the people of the owner's company or with the team, or no longer",
    takes: z.object({ id, isShared: z.boolean() }),
    answers: messageResponse,
  }),
  pin: endpoint({
    method: 'PUT',
    path: '/saved-views/{id}/pin',
    access: everyone,
    summary: "Show a view in the person's own menu, or no longer",
    takes: z.object({ id, isPinned: z.boolean() }),
    answers: messageResponse,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/saved-views/{id}',
    access: everyone,
    summary: 'Delete a saved view, for everybody',
    takes: z.object({ id }),
    answers: messageResponse,
  }),
}
