import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#kit/contract/endpoint.ts'
import { registerErrorHandler } from './errors.ts'
import { notFound } from './problem.ts'
import { type AppContext, type Call, serve } from './serve.ts'
import type { Session } from './session.ts'

const answer = { method: 'GET', summary: 'For this test', takes: z.object({}), answers: z.unknown() } as const
const contract = {
  read: endpoint({ ...answer, path: '/read', access: ['Client'] }),
  staffRead: endpoint({ ...answer, path: '/staff-read', access: ['Analyst'] }),
  stream: endpoint({ ...answer, path: '/stream', access: ['Client'], streams: true }),
  open: endpoint({ ...answer, path: '/open', access: 'public' }),
  write: endpoint({ ...answer, method: 'POST', path: '/write', access: ['Client'], ownTransactions: true }),
}
const sessionNamed = (username: string) => ({ username, role: 'Client', kind: 'full' }) as Session

/** What happened, in order. */
let events: string[]
/** Settles the verification of the cached session. */
let verify: PromiseWithResolvers<boolean>
let handle: (call: Call) => Promise<unknown>
let sessionOf: AppContext['sessionOf']
let server: FastifyInstance

beforeEach(async () => {
  events = []
  verify = Promise.withResolvers()
  handle = async ({ session }) => session.username
  sessionOf = async () => sessionNamed('fresh')
  const app = {
    sessionOf: (token: string) => {
      events.push('session read')
      return sessionOf(token)
    },
    noteUse: () => undefined,
    rememberedSession: () => ({
      session: sessionNamed('cached'),
      isCurrent: () => {
        events.push('verification started')
        return verify.promise
      },
    }),
  } as unknown as AppContext
  const handler = async (call: Call) => {
    events.push(`handler as ${call.session.username}`)
    return { name: await handle(call) }
  }
  server = fastify()
  registerErrorHandler(server)
  serve(server, app, contract, { read: handler, staffRead: handler, stream: handler, open: handler, write: handler })
  await server.ready()
})
afterEach(() => server.close())

const call = async (path: string, method: 'GET' | 'POST' = 'GET') => {
  const answered = await server.inject({ method, url: path, headers: { authorization: 'Bearer t' } })
  return answered.statusCode === 200 ? answered.json<{ name: string }>().name : answered.statusCode
}

describe('C-255 a read with a cached session', () => {
  test('is verified while the handler runs, and answers once', async () => {
    verify.resolve(true)
    expect(await call('/read')).toBe('cached')
    expect(events).toEqual(['verification started', 'handler as cached'])
  })

  for (const [what, handled] of [
    ['answer', async () => 'ready'],
    ['rejection', async () => Promise.reject(notFound())],
  ] as const)
    test(`holds back its ${what} until the session is verified`, async () => {
      handle = handled
      let isAnswered = false
      const answering = call('/read').finally(() => {
        isAnswered = true
      })
      await expect.poll(() => events).toContain('handler as cached')
      await new Promise((done) => setTimeout(done, 30))
      expect(isAnswered).toBe(false)
      verify.resolve(true)
      expect(await answering).toBe(what === 'answer' ? 'ready' : 404)
      expect(events).not.toContain('session read')
    })

  test('runs again with the session read anew when the cached one is not current', async () => {
    verify.resolve(false)
    expect(await call('/read')).toBe('fresh')
    expect(events).toEqual(['verification started', 'handler as cached', 'session read', 'handler as fresh'])
  })

  test('is 401 when there is no session any more, whatever the handler answered', async () => {
    verify.resolve(false)
    sessionOf = async () => undefined
    expect(await call('/read')).toBe(401)
    handle = async () => Promise.reject(notFound())
    expect(await call('/read')).toBe(401)
    handle = async () => Promise.reject(new Error('a defect'))
    expect(await call('/read')).toBe(401)
    expect(events).not.toContain('handler as fresh')
  })

  test('is 500 when the session cannot be verified', async () => {
    verify.reject(new Error('no database'))
    expect(await call('/read')).toBe(500)
  })

  test('is not tried where the cached role has no access: the session is read', async () => {
    expect(await call('/staff-read')).toBe(403)
    expect(events).toEqual(['session read'])
  })
})

test('streams, public reads and writes read the session first and run once', async () => {
  for (const [path, method] of [
    ['/stream', 'GET'],
    ['/open', 'GET'],
    ['/write', 'POST'],
  ] as const) {
    events = []
    expect(await call(path, method)).toBe('fresh')
    expect(events).toEqual(['session read', 'handler as fresh'])
  }
})

test('a read that may run twice has no reply to send by itself', async () => {
  verify.resolve(true)
  let reply: unknown
  handle = async (one) => {
    reply = one.reply
    return 'done'
  }
  await call('/read')
  expect(reply).toBeUndefined()
})
