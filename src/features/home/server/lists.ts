import { titlesOf } from '#features/findings/server/titles-of.ts'
import { type RequestedScope, visibleScopes } from '#features/findings/server/visible.ts'
import type { AnsweredFinding, FailedJob, HomeCompany, HomeFinding } from '#features/home/contract.ts'
import { pageOf, type Page } from '#kit/contract/page.ts'
import { sql, type Db } from '#kit/server/db.ts'
import { readPage } from '#kit/server/read-page.ts'
import type { Session } from '#kit/server/session.ts'
import * as queries from './queries.ts'

type PageInput = { page?: number | undefined; perPage?: number | undefined }

/** Rows on a page at most: the address of each is looked up. */
const largestSize = 200

const sizeOf = ({ perPage = 20 }: PageInput): number => Math.min(perPage, largestSize)

/** A page of the findings taken down since the Client's last visit. 403 for a foreign company or brand. */
export async function listTakenDown(
  db: Db,
  session: Session,
  { page, perPage, ...requested }: PageInput & RequestedScope,
): Promise<Page<HomeFinding>> {
  const scopes = visibleScopes(session, requested)
  const size = sizeOf({ perPage })
  if (scopes.length === 0) return pageOf<HomeFinding>([], page ?? 1, size, 0)
  const { since } = await queries.sinceOf(db, session.userId)
  return findingPage<HomeFinding>(db, queries.takenDown(scopes, since), { page, perPage: size })
}

/** A page of the open findings whose last notice bounced or was answered by a person. */
export function listAnswers(
  db: Db,
  { kind, ...page }: PageInput & { kind: 'reply' | 'bounce' },
): Promise<Page<AnsweredFinding>> {
  return findingPage<AnsweredFinding>(db, queries.answered(kind), { ...page, perPage: sizeOf(page) })
}

async function findingPage<Row extends HomeFinding>(
  db: Db,
  found: queries.FindingRows,
  input: PageInput,
): Promise<Page<Row>> {
  const page = await readPage<Omit<Row, 'title'> & HomeFinding>(db, input, {
    select: queries.findingColumns(found),
    from: found.from,
    order: sql`t.at desc, f.id`,
  })
  const titles = await titlesOf(db, page.docs)
  return { ...page, docs: page.docs.map((one) => ({ ...one, title: titles.get(one.id) ?? '' }) as unknown as Row) }
}

/** A page of the companies of a list, by name. */
export function listCompanies(
  db: Db,
  { of, day, ...page }: PageInput & { of: 'without-data' | 'without-signer'; day: string },
): Promise<Page<HomeCompany>> {
  return readPage<HomeCompany>(
    db,
    { ...page, perPage: sizeOf(page) },
    { select: queries.companyColumns, from: queries.companiesFrom(of, day), order: queries.companyOrder },
  )
}

/** A page of the jobs that failed for good, newest first. */
export function listFailedJobs(db: Db, page: PageInput): Promise<Page<FailedJob>> {
  return readPage<FailedJob>(
    db,
    { ...page, perPage: sizeOf(page) },
    { select: queries.failedJobColumns, from: queries.failedJobsFrom, order: queries.failedJobOrder },
  )
}
