import type { activity, Entry } from '#features/activity/contract.ts'
import { messages } from '#features/activity/messages.ts'
import { lineBounds, maxSuggestions, type SubjectKind } from '#features/activity/rules.ts'
import { undoableMoment } from '#features/findings/server/undoable-change.ts'
import type { CallOutput, HandlerInput } from '#kit/contract/endpoint.ts'
import type { Db } from '#kit/server/db.ts'
import { notFound } from '#kit/server/problem.ts'
import { isStaff, type Session } from '#kit/server/session.ts'
import { platformOf } from '#platforms/all.ts'
import type { Platform } from '#platforms/platform.ts'
import { showDay } from '#vocabulary/dates.ts'
import { reasonCodeName } from '#vocabulary/reason-codes.ts'
import { findPeople } from './people-queries.ts'
import { type StoredEntry, subjectOfNotification, threadOf } from './queries.ts'
import type { Subject, Subjects } from './subject.ts'

/** The subject of a call; 404 outside the caller's scope. */
export async function requireSubject(
  db: Db,
  session: Session,
  { subjects, subject: kind, id }: { subjects: Subjects; subject: SubjectKind; id: string },
): Promise<Subject> {
  const found = await subjects[kind]?.(db, session, id)
  if (!found) throw notFound()
  return found
}

type ReadDeps = { subjects: Subjects; linkTo: (key: string, scope: string) => string }

/** One page of a thread, newest first. Clients get neither internal lines nor assignments. 404 outside their scope. */
export async function readThread(
  db: Db,
  session: Session,
  input: HandlerInput<typeof activity.list>,
  { subjects, linkTo }: ReadDeps,
): Promise<CallOutput<typeof activity.list>> {
  const subject = await requireSubject(db, session, { subjects, ...input })
  const before = input.before && input.beforeId ? { at: input.before, id: input.beforeId } : undefined
  const size = lineBounds.page
  const forStaff = isStaff(session)
  const definition = platformOf(subject.platform)
  const columns = forStaff ? undefined : [...(definition?.listed ?? []), ...(definition?.detailed ?? [])]
  const found = await threadOf(db, { subject, forStaff, columns, before, size: size + 1 })
  const shown = found.slice(0, size)
  const last = found.length > size ? shown.at(-1) : undefined
  const { kind, id, title, brand } = subject
  const linkInScope = (key: string) => linkTo(key, subject.brandId ?? subject.companyId)
  const undoable = kind === 'finding' ? await undoableMoment(db, subject, session.userId) : undefined
  return {
    subject: {
      kind,
      id,
      title,
      brand,
      platform: definition?.title ?? '',
      isForStaff: subject.isForStaff === true,
      finding: findingOf(subject),
    },
    entries: shown.map((stored) => entryOf(stored, session, { linkTo: linkInScope, undoable, definition, columns })),
    next: last ? { before: last.cursor, beforeId: last.id } : null,
  }
}

/** What leads to a finding's row in its list. */
function findingOf({ id, companyId, brandId, platform, reportingDate }: Subject) {
  return brandId !== null && reportingDate !== undefined ? { id, companyId, brandId, platform, reportingDate } : null
}

type EntryDeps = {
  linkTo: (key: string) => string
  undoable: string | undefined
  definition: Platform | undefined
  columns: readonly string[] | undefined
}

function entryOf(stored: StoredEntry, session: Session, deps: EntryDeps): Entry {
  const { linkTo, undoable } = deps
  const { statusFrom, statusTo, files, id, at, cursor, kind, text, isInternal, mentions } = stored
  return {
    id,
    at,
    kind,
    text,
    isInternal,
    mentions,
    author: authorOf(stored, session),
    files: files.map(({ key, name, mediaType }) => ({
      name,
      link: linkTo(key),
      isPicture: mediaType.startsWith('image/'),
    })),
    status: statusTo === null ? null : { from: statusFrom ?? '', to: statusTo },
    changes: (stored.changes ?? []).flatMap((change) => changeOf(change, deps)),
    moment: kind === 'status' && cursor === undoable ? cursor : null,
  }
}

/** A changed field under its label; nothing where the reader does not see the column. */
function changeOf(
  { name, from, to }: NonNullable<StoredEntry['changes']>[number],
  { definition, columns }: EntryDeps,
): Entry['changes'] {
  const column = definition?.columns[name]
  if (!column || (columns && !columns.includes(name))) return []
  const shown = (text: string) => {
    if (column.kind === 'reasonCode') return reasonCodeName(text) || text
    return column.kind === 'day' ? showDay(text) : text
  }
  return [{ label: column.label, from: shown(from), to: shown(to) }]
}

/** Whoever wrote a line is named; which member of staff changed something is not told to clients. */
function authorOf({ kind, author, isStaff: byStaff }: StoredEntry, session: Session): Entry['author'] {
  if (kind === 'answer') return null
  if (author === null) return kind === 'line' ? null : { name: messages.automatic, isStaff: true }
  const hidden = kind !== 'line' && byStaff === true && !isStaff(session)
  return { name: hidden ? messages.team : author, isStaff: byStaff === true }
}

/** Up to eight people who can be mentioned in a thread, by a part of their name. */
export async function suggestPeople(
  db: Db,
  session: Session,
  input: HandlerInput<typeof activity.people>,
  subjects: Subjects,
): Promise<CallOutput<typeof activity.people>> {
  const subject = await requireSubject(db, session, { subjects, ...input })
  const byClient = !isStaff(session)
  const isInternal = (input.internal === 'true' && !byClient) || subject.isForStaff === true
  const { search } = input
  const people = await findPeople(db, {
    subject,
    isInternal,
    byClient,
    search,
    except: session.userId,
    max: maxSuggestions,
  })
  return { people }
}

/** The subject of the caller's notification; 404 for any other. */
export async function readSubjectOf(
  db: Db,
  session: Session,
  id: string,
): Promise<CallOutput<typeof activity.ofNotification>> {
  const found = await subjectOfNotification(db, { userId: session.userId, id })
  if (!found) throw notFound()
  return found
}
