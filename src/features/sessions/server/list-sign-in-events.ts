import type { FastifyReply } from 'fastify'
import type { security } from '#features/sessions/contract.ts'
import type { SignInEvent } from '#features/sessions/contract-schemas.ts'
import { signInEventNames, signInLogHeads, unknownUsername } from '#features/sessions/messages.ts'
import type { SignInEventKind } from '#features/sessions/rules.ts'
import type { HandlerInput } from '#kit/contract/endpoint.ts'
import type { Page } from '#kit/contract/page.ts'
import { type Db, joinConditions, likePattern, row, type Sql, sql } from '#kit/server/db.ts'
import { fullNameOf } from '#kit/server/full-name.ts'
import { readPage } from '#kit/server/read-page.ts'
import { sendLog } from '#kit/server/send-log.ts'
import type { AppContext } from '#kit/server/serve.ts'
import type { Session } from '#kit/server/session.ts'
import { showDay, showMoment } from '#vocabulary/dates.ts'
import { openDeviceNames } from './device-in-words.ts'

type Filters = Omit<HandlerInput<typeof security.downloadEvents>, 'format'>

const fromEvents = (where: Sql) =>
  sql`from sign_in_events e left join users u on u.id = e.user_id left join users a on a.id = e.actor_id where ${where}`
const newestFirst = sql`e.at desc, e.id desc`

/** A page of the sign-in log, newest first; days are those of the business zone. */
export async function listSignInEvents(
  db: Db,
  zone: string,
  query: HandlerInput<typeof security.events>,
): Promise<Page<SignInEvent>> {
  const page = await readPage<SignInEvent>(db, query, {
    select: sql`e.id, e.at, e.kind, e.address, e.device, e.detail, nullif(${fullNameOf(sql`a`)}, '') by,
      case when u.id is not null then jsonb_build_object('id', u.id, 'username', u.username,
        'name', ${fullNameOf(sql`u`)}) end as user`,
    from: fromEvents(conditionOf(query, zone)),
    order: newestFirst,
  })
  const deviceInWords = await openDeviceNames()
  return {
    ...page,
    docs: page.docs.map((event) => ({ ...event, device: event.device && deviceInWords(event.device) })),
  }
}

/** The matching events as a streamed file; more than a million are rejected with 422. */
export async function downloadSignInEvents(
  app: Pick<AppContext, 'readConnection' | 'settings' | 'db'>,
  call: { session: Session; reply: FastifyReply },
  { format, ...filters }: HandlerInput<typeof security.downloadEvents>,
): Promise<FastifyReply> {
  const zone = app.settings.businessZone
  const readConnection = await app.readConnection()
  const from = fromEvents(conditionOf(filters, zone))
  const { username, kind, startDate, endDate } = filters
  const deviceInWords = await openDeviceNames()
  return sendLog(app.db, readConnection, call, {
    name: 'sign-in-log',
    format,
    heads: signInLogHeads,
    narrowedTo: [
      startDate && `from ${showDay(startDate)}`,
      endDate && `to ${showDay(endDate)}`,
      kind && signInEventNames[kind],
      username,
    ],
    rows: {
      count: async (upTo) =>
        (await row<{ n: number }>(
          readConnection.db,
          sql`select count(*)::int n from (select ${from} limit ${upTo}) l`,
        ))!.n,
      statement: (max) => sql`select e.at, ${fullNameOf(sql`u`)}, u.username, e.kind, e.detail,
        coalesce(${fullNameOf(sql`a`)}, ''), e.address, e.device ${from} order by ${newestFirst} limit ${max}`,
    },
    cells: (row) => {
      const [at, name, person, what, detail, by, address, device] = row as string[]
      return [
        showMoment(at!, zone),
        person ? name! : unknownUsername,
        person ?? '',
        signInEventNames[what as SignInEventKind],
        detail!,
        by!,
        address!,
        device ? deviceInWords(device) : '',
      ]
    },
  })
}

function conditionOf({ username, kind, startDate, endDate }: Filters, zone: string): Sql {
  const pattern = username ? likePattern(username) : undefined
  return joinConditions([
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
}
