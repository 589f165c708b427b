import type { SavedView } from '#features/views/contract.ts'
import { messages } from '#features/views/messages.ts'
import { listsOf, maxPins, maxViewsPerList } from '#features/views/rules.ts'
import type { Db } from '#kit/server/db.ts'
import { forbidden, invalid, notFound } from '#kit/server/problem.ts'
import type { Session } from '#kit/server/session.ts'
import * as queries from './queries.ts'

type NewView = { list: string; name: string; search: Readonly<Record<string, string>>; isShared?: boolean | undefined }

const isSameName = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/**
 * Saves the current view of a list under a name, for this person or shared; 422 when there are too many, or the person's
 * role does not have the list.
 */
export async function saveView(
  db: Db,
  { userId, role }: Session,
  view: NewView,
): Promise<{ message: string; id: string }> {
  if (!listsOf(role).includes(view.list)) throw invalid({ list: messages.unknownList })
  await queries.lockViews(db, userId)
  const before = await queries.ownViews(db, userId, view.list)
  const isNew = !before.some((one) => isSameName(one.name, view.name))
  if (isNew && before.length >= maxViewsPerList) throw invalid({ name: messages.tooMany })
  const id = await queries.upsertView(db, userId, { ...view, isShared: view.isShared })
  return { message: messages.saved, id }
}

/** Renames a view; 404 when the person does not see it, 403 when it is not theirs, 422 when its owner has the name. */
export async function renameView(db: Db, session: Session, { id, name }: { id: string; name: string }) {
  const { list } = await changeable(db, session, id)
  const ownerId = await queries.ownerOf(db, id)
  await queries.lockViews(db, ownerId)
  const others = (await queries.ownViews(db, ownerId, list)).filter((one) => one.id !== id)
  if (others.some((one) => isSameName(one.name, name))) throw invalid({ name: messages.nameTaken })
  await queries.updateViewName(db, id, name)
  return { message: messages.renamed }
}

/** Shares a view with the people of its owner's company or with the team, or no longer. */
export async function shareView(db: Db, session: Session, { id, isShared }: { id: string; isShared: boolean }) {
  await changeable(db, session, id)
  await queries.setShared(db, id, await queries.ownerOf(db, id), isShared)
  return { message: isShared ? messages.shared : messages.unshared }
}

/** Pins a view that the person sees in their own menu, or no longer; 422 when there are too many. */
export async function pinView(db: Db, session: Session, { id, isPinned }: { id: string; isPinned: boolean }) {
  await queries.lockViews(db, session.userId)
  if (!(await queries.viewSeen(db, session, id))) throw notFound()
  const count = await queries.setPinned(db, session.userId, id, isPinned)
  if (isPinned && count > maxPins) throw invalid({ isPinned: messages.tooManyPins })
  return { message: isPinned ? messages.pinned : messages.unpinned }
}

/** Deletes a view for everybody; 404 when the person does not see it, 403 when it is not theirs. */
export async function deleteView(db: Db, session: Session, id: string): Promise<{ message: string }> {
  await changeable(db, session, id)
  await queries.removeView(db, id)
  return { message: messages.removed }
}

async function changeable(db: Db, session: Session, id: string): Promise<SavedView> {
  const view = await queries.viewSeen(db, session, id)
  if (!view) throw notFound()
  if (!view.mayChange) throw forbidden()
  return view
}
