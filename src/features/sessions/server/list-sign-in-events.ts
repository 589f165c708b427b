import type { security } from '#features/sessions/contract.ts'
import type { SignInEvent } from '#features/sessions/contract-schemas.ts'
import type { HandlerInput } from '#kit/contract/endpoint.ts'
import type { Page } from '#kit/contract/page.ts'
import { type Db, joinConditions, likePattern, sql } from '#kit/server/db.ts'
import { fullNameOf } from '#kit/server/full-name.ts'
import { readPage } from '#kit/server/read-page.ts'
import { deviceInWords } from './device-in-words.ts'

/** A page of the sign-in log, newest first; days are those of the business zone. */
export async function listSignInEvents(
  db: Db,
  zone: string,
  query: HandlerInput<typeof security.events>,
): Promise<Page<SignInEvent>> {
  const { username, kind, startDate, endDate } = query
  const pattern = username ? likePattern(username) : undefined
  const where = joinConditions([
    ...(kind ? [sql`e.kind = ${kind}`] : []),
    ...(pattern
      ? [
          sql`e.user_id = any(array(select u.id from users u
          where u.username ilike ${pattern} or ${fullNameOf(sql`u`)} ilike ${pattern}))`,
        ]
      : []),
    ...(startDate ? [sql`e.at >= ${startDate}::timestamp at time zone ${zone}`] : []),
    ...(endDate ? [sql`e.at < (${endDate}::timestamp + interval '1 day') at time zone ${zone}`] : []),
  ])
  const page = await readPage<SignInEvent>(db, query, {
    select: sql`e.id, e.at, e.kind, e.address, e.device, e.detail, nullif(${fullNameOf(sql`a`)}, '') by,
      case when u.id is not null then jsonb_build_object('id', u.id, 'username', u.username,
        'name', ${fullNameOf(sql`u`)}) end as user`,
    from: sql`from sign_in_events e left join users u on u.id = e.user_id left join users a on a.id = e.actor_id where ${where}`,
    order: sql`e.at desc, e.id desc`,
  })
  return {
    ...page,
    docs: page.docs.map((event) => ({ ...event, device: event.device && deviceInWords(event.device) })),
  }
}
