import { Readable } from 'node:stream'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { endWithAccess, hasLess } from './end-with-access.ts'
import type { ScopeBrand, Session } from './session.ts'

const brand = (id: string, platforms: string[]) => ({ id, platforms }) as unknown as ScopeBrand
const session = (more: Partial<Session> = {}): Session =>
  ({ role: 'Client', kind: 'full', companyIds: ['a'], brands: [brand('1', ['domain'])], ...more }) as Session

test('less is a role, a company, a brand or a platform that is missing, or no session; more is not less', () => {
  const more = { companyIds: ['a', 'b'], brands: [brand('2', []), brand('1', ['website', 'domain'])] }
  expect([session(), session(more)].map((now) => hasLess(session(), now))).toEqual([false, false])
  const less: (Session | undefined)[] = [
    undefined,
    session({ role: 'Analyst' }),
    session({ kind: 'limited' }),
    session({ companyIds: ['b'] }),
    session({ brands: [] }),
    session({ brands: [brand('1', ['website'])] }),
  ]
  expect(less.map((now) => hasLess(session(), now))).toEqual(less.map(() => true))
})

/** Sends ten pieces within half a second, while access is asked for every few milliseconds. */
async function sent(isAllowed: () => Promise<boolean>): Promise<string | undefined> {
  const server = fastify()
  server.get('/', (_request, reply) => {
    endWithAccess(reply, isAllowed, { period: 5 })
    const pieces = async function* () {
      for (let n = 0; n < 10; n++) {
        yield `${n}`
        await new Promise((done) => setTimeout(done, 50))
      }
    }
    return reply.send(Readable.from(pieces(), { objectMode: false }))
  })
  const address = await server.listen({ port: 0, host: '127.0.0.1' })
  try {
    return await (await fetch(address)).text()
  } catch {
    return undefined
  } finally {
    await server.close()
  }
}

test('an answer is sent to its end while access lasts, also when that cannot be read for a moment', async () => {
  let asked = 0
  const shaky = () => (++asked % 3 === 0 ? Promise.reject(new Error('away')) : Promise.resolve(true))
  expect(await sent(shaky)).toBe('0123456789')
  expect(asked).toBeGreaterThan(10)
})

test('it is cut off once access is lost, or cannot be read at all', async () => {
  expect(await sent(() => Promise.resolve(false))).toBeUndefined()
  expect(await sent(() => Promise.reject(new Error('away')))).toBeUndefined()
})
