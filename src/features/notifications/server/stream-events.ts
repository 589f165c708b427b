import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import type { notifications } from '#features/notifications/contract.ts'
import { activityTopic, changesTopic } from '#features/findings/server/live.ts'
import { tooManyStreams } from '#features/notifications/messages.ts'
import { settingsTopic } from '#features/user-settings/server/live.ts'
import { requestsTopic } from '#features/requests/server/live.ts'
import { type LiveEvent, reconnected, sessionEnded } from '#kit/server/live.ts'
import { Problem } from '#kit/server/problem.ts'
import { bearer, type Call, type AppContext } from '#kit/server/serve.ts'
import { isStaff, type Session } from '#kit/server/session.ts'
import { bellTopic, draftsTopic, findingsTopic, missedTopic, workTopic } from './topics.ts'
import { isSeen } from './queries.ts'

const HEARTBEAT_MS = 20_000

/** Streams of one person, and of all together, that one process keeps open. */
const maxPerPerson = 10
const maxStreams = 2000
/** Bytes of events that a browser has not read: a stream that is further behind ends. */
const maxUnread = 256 * 1024

/** The open streams of this process: how to end each, and the user it belongs to. */
export type OpenStreams = Map<() => void, string>

/**
 * Streams live events until the browser disconnects, the session ends or the server stops and ends all `openStreams`.
 * A heartbeat every 20 s stops proxies from closing the connection. Throws 429 for one stream too many of a person: the
 * browser asks again every minute, and polls until then; ending the oldest would make two pages end each other forever.
 */
export async function streamEvents(
  { app, openStreams }: { app: AppContext; openStreams: OpenStreams },
  call: Call<typeof notifications.stream>,
): Promise<FastifyReply> {
  refuseOneTooMany(openStreams, call.session.userId)
  const { request, reply } = call
  const token = bearer(request) ?? ''
  let session: Session = call.session
  const raw = beginStream(reply)
  const send = (event: string, data: object) => {
    if (raw.writableLength > maxUnread) end()
    else raw.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  }
  const end = () => {
    openStreams.delete(end)
    clearInterval(heartbeat)
    stopListening()
    raw.end()
  }
  /** Reads the session again (G23), so that a blocked user gets no further events. */
  const isSessionLive = async () => {
    const found = await app.sessionOf(token)
    if (found) session = found
    else end()
    return found !== undefined
  }
  /** Asked of the session as it was read last, and then as it is now: the brand may have left its scope. */
  const isBrandVisible = async (brandId = '') =>
    canSeeBrand(session, brandId) && (await isSessionLive()) && canSeeBrand(session, brandId)
  const sendBell = async () => {
    if (!(await isSeen(app.db, session.userId))) send(bellTopic, { seen: false })
  }
  const stream: Stream = { session: () => session, send, isSessionLive, isBrandVisible, sendBell }
  const safely = (work: () => Promise<unknown>) => {
    work().catch((problem: unknown) => {
      request.log.error({ err: problem }, 'live stream')
      end()
    })
  }
  const heartbeat = setInterval(() => {
    safely(async () => {
      if (await isSessionLive()) raw.write(': still here\n\n')
    })
  }, HEARTBEAT_MS)
  const stopListening = app.live.listen((event) => safely(() => forward(event, stream)))
  openStreams.set(end, session.userId)
  raw.on('close', end)
  raw.on('error', end)
  raw.write('retry: 3000\n\n')
  // Catches up on notifications from before the stream was open.
  safely(sendBell)
  return reply
}

/** The stream of one person, for the events that are sent on it. */
type Stream = {
  /** The session as it was read last. */
  session: () => Session
  send: (event: string, data: object) => void
  isSessionLive: () => Promise<boolean>
  isBrandVisible: (brandId?: string) => Promise<boolean>
  sendBell: () => Promise<void>
}

/** Sends what the person of the stream may know of an event. */
async function forward({ topic, data }: LiveEvent, stream: Stream): Promise<void> {
  const { send, isSessionLive, isBrandVisible, sendBell } = stream
  const isOwn = () => data['userId'] === stream.session().userId
  if (topic === bellTopic && isOwn() && (await isSessionLive())) send(bellTopic, { seen: false })
  else if (topic === findingsTopic && (await isBrandVisible(data['brandId'])))
    send(findingsTopic, { platform: data['platform'], brand: data['brandId'] })
  else if (topic === changesTopic && (await isBrandVisible(data['brandId'])))
    send(changesTopic, { platform: data['platform'], ids: data['ids'] })
  // Asked again after the session was read: who is a client now hears of no internal line.
  else if (topic === activityTopic && (await isBrandVisible(data['brandId']))) {
    if (data['audience'] === 'everyone' || isStaff(stream.session())) send(activityTopic, { id: data['id'] })
  }
  // Who is where, and which row changed, never what it says: the session as the last heartbeat read it will do.
  else if ((topic === draftsTopic || topic === workTopic) && isStaff(stream.session())) send(topic, data)
  else if (topic === requestsTopic && (await isBrandVisible(data['brandId'])))
    send(requestsTopic, { brand: data['brandId'] })
  else if (topic === settingsTopic && isOwn() && (await isSessionLive()))
    send(settingsTopic, { origin: data['origin'] })
  else if (topic === sessionEnded && isOwn()) await isSessionLive()
  else if (topic === reconnected && (await isSessionLive())) {
    send(missedTopic, {})
    await sendBell()
  }
}

/** Begins the answer, which stays open: from here on this module writes it. */
function beginStream(reply: FastifyReply): ServerResponse {
  const { raw } = reply.hijack()
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    connection: 'close',
  })
  return raw
}

function refuseOneTooMany(openStreams: OpenStreams, userId: string): void {
  if (openStreams.size >= maxStreams) throw new Problem(503, 'The service is busy. Please try again.')
  let own = 0
  for (const user of openStreams.values()) if (user === userId) own++
  if (own >= maxPerPerson) throw new Problem(429, tooManyStreams)
}

const canSeeBrand = (session: Session, brandId: string): boolean =>
  isStaff(session) || session.brands.some((brand) => brand.id === brandId)
