import { isActive } from '#kit/server/active-people.ts'
import { likePattern, rows, sql, type Db, type Sql } from '#kit/server/db.ts'
import { fullNameOf, nameOrRoleOf } from '#kit/server/full-name.ts'
import { platformOf } from '#platforms/all.ts'
import { type Subject, threadIds } from './subject.ts'

/** The Clients of a company: its own, and those of its parent (G37). */
const clientsOf = ({ companyId, brandId, platform }: Subject): Sql => sql`u.role = 'Client' and u.company_id in (
    select ${companyId}::uuid union select parent_id from companies where id = ${companyId}::uuid)
  and (${brandId}::uuid is null or exists (select from brands b where b.id = ${brandId}::uuid and b.enabled
    and b.deleted_at is null and (${platformOf(platform)?.key ?? null}::text is null
      or b.platforms ? ${platformOf(platform)?.key ?? ''})))`

/** Who may see a subject: `staff` of them only, for internal lines. */
const readersOf = (subject: Subject, onlyStaff: boolean): Sql =>
  sql`${isActive(sql`u`)}
    and (u.role <> 'Client' ${onlyStaff ? sql`` : sql`or (${clientsOf(subject)})`})`

/** Staff who have written in a thread what clients read, for Clients: the agency's other people are not theirs to list. */
const staffInThread = (subject: Subject): Sql => sql`(u.role = 'Client' or exists (
    select from activity_lines l where l.company_id = ${subject.companyId} and l.subject_id = any(${threadIds(subject)})
      and l.user_id = u.id and not l.is_internal))`

export type MentionParams = { subject: Subject; isInternal: boolean; byClient: boolean }
export type FoundPerson = { id: string; name: string; isStaff: boolean }

function mentionable({ subject, isInternal, byClient }: MentionParams): Sql {
  return sql`${readersOf(subject, isInternal)} ${byClient ? sql`and ${staffInThread(subject)}` : sql``}`
}

/**
 * People who can be mentioned, by a part of their name: those with a word that begins so come first. The person who asks is
 * left out.
 */
export function findPeople(
  db: Db,
  params: MentionParams & { search: string; except: string; max: number },
): Promise<FoundPerson[]> {
  return rows(
    db,
    sql`select u.id, ${nameOrRoleOf(sql`u`)} as name, u.role <> 'Client' as "isStaff" from users u
      where ${mentionable(params)} and u.id <> ${params.except}::uuid
        and ${fullNameOf(sql`u`)} ilike ${likePattern(params.search)}
      order by ' ' || ${fullNameOf(sql`u`)} not ilike ${likePattern(` ${params.search}`)}, lower(${fullNameOf(sql`u`)}), u.id
      limit ${params.max}`,
  )
}

/** How many of these people can be mentioned. */
export async function countMentionable(db: Db, params: MentionParams & { ids: readonly string[] }): Promise<number> {
  const found = await rows(
    db,
    sql`select u.id from users u where u.id = any(${params.ids}::uuid[]) and ${mentionable(params)}`,
  )
  return found.length
}

/**
 * Whom a line concerns: who is mentioned, who wrote in the thread before, who works on the finding; and if nobody of the
 * other side is among them, all of that side. The author is not; a client never is for an internal line. At most 100.
 */
export function recipientsOf(
  db: Db,
  params: { subject: Subject; line: { userId: string; isInternal: boolean; mentions: readonly string[] } },
): Promise<{ userId: string; bell: string; email: string; isMentioned: boolean }[]> {
  const { subject, line } = params
  const ofSubject = sql`l.company_id = ${subject.companyId} and l.subject_id = any(${threadIds(subject)})`
  return rows(
    db,
    sql`with readers as (
        select u.id, u.role from users u where ${readersOf(subject, line.isInternal)} and u.id <> ${line.userId}::uuid),
      author as (select role = 'Client' as is_client from users where id = ${line.userId}::uuid),
      concerned as (
        select unnest(${line.mentions}::uuid[]) as id
        union select l.user_id from activity_lines l where ${ofSubject}
        union select c.user_id from comments c where c.company_id = ${subject.companyId} and c.finding_id = ${subject.id}
        union select a.user_id from assignments a where a.company_id = ${subject.companyId} and a.finding_id = ${subject.id}),
      first as (select r.* from readers r join concerned c on c.id = r.id),
      chosen as (
        select id from first
        union
        select r.id from readers r, author a
        where not ${line.isInternal} and case when a.is_client then r.role = 'Analyst' else r.role = 'Client' end
          and not exists (select from first f where (f.role = 'Client') = not a.is_client))
      select c.id as "userId", coalesce(k.bell, 'at-once') as bell, coalesce(k.email, 'daily') as email,
        c.id = any(${line.mentions}::uuid[]) as "isMentioned"
      from chosen c left join activity_choices k on k.user_id = c.id order by 4 desc, 1 limit 100`,
  )
}
