import { maxViewsPerList } from '#features/views/contract.ts'
import { messages } from '#features/views/messages.ts'
import type { Db } from '#kit/server/db.ts'
import { invalid, notFound } from '#kit/server/problem.ts'
import type { Session } from '#kit/server/session.ts'
import { lockViews, upsertView, listOfView, removeView, updateViewName, viewsOf } from './queries.ts'

type NewView = { list: string; name: string; search: Readonly<Record<string, string>> }

const isSameName = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** Saves the current view of a list under a name, for this person only; 422 when there are too many. */
export async function saveView(db: Db, { userId }: Session, view: NewView): Promise<{ message: string; id: string }> {
  await lockViews(db, userId)
  const before = await viewsOf(db, userId, view.list)
  const isNew = !before.some((one) => isSameName(one.name, view.name))
  if (isNew && before.length >= maxViewsPerList) throw invalid({ name: messages.tooMany })
  return { message: messages.saved, id: await upsertView(db, userId, view) }
}

/** Renames one of the person's own views; 404 when it is not theirs, 422 when another view of the list has the name. */
export async function renameOwnView(db: Db, { userId }: Session, view: { id: string; name: string }) {
  await lockViews(db, userId)
  const list = await listOfView(db, userId, view.id)
  if (list === undefined) throw notFound()
  const others = (await viewsOf(db, userId, list)).filter(({ id }) => id !== view.id)
  if (others.some((one) => isSameName(one.name, view.name))) throw invalid({ name: messages.nameTaken })
  await updateViewName(db, view.id, view.name)
  return { message: messages.renamed }
}

/** Deletes one of the person's own views; 404 when there is none. */
export async function deleteView(db: Db, { userId }: Session, id: string): Promise<{ message: string }> {
  if (!(await removeView(db, userId, id))) throw notFound()
  return { message: messages.removed }
}
