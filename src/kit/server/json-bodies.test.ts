import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#kit/contract/endpoint.ts'
import { registerErrorHandler } from './errors.ts'
import { bodyLimitOf, readJsonBodies } from './json-bodies.ts'

const call = {
  method: 'POST',
  path: '/here',
  summary: 'For this test',
  takes: z.unknown(),
  answers: z.unknown(),
} as const
const signedIn = endpoint({ ...call, access: ['Client'], bodyLimit: 16 * 1024 * 1024 })

let server: FastifyInstance
beforeAll(async () => {
  server = fastify()
  registerErrorHandler(server)
  readJsonBodies(server)
  server.post('/here', { config: { endpoint: signedIn }, bodyLimit: bodyLimitOf(signedIn) }, ({ body }) => ({ body }))
  server.setNotFoundHandler((request, reply) => reply.status(404).send({ body: request.body ?? 'unread' }))
  await server.ready()
})
afterAll(() => server.close())

const post = async (payload: string, url = '/here') => {
  const headers = { 'content-type': 'application/json' }
  const answer = await server.inject({ method: 'POST', url, headers, payload })
  return { status: answer.statusCode, ...answer.json<{ body?: unknown; message?: string }>() }
}
const tooLarge = { status: 413, message: 'The request is too large.' }
const notValid = { status: 400, message: 'The body is not valid JSON.' }
const names = (count: number) => Array.from({ length: count }, (_, n) => `"k${n}":1`).join(',')

describe('a JSON body', () => {
  test.each([
    ['900,000 names', `{${names(900_000)}}`],
    ['301 names in different objects', `{"a":[${Array.from({ length: 301 }, (_, n) => `{"k${n}":1}`).join(',')}]}`],
    ['5,000,000 nested brackets', `{"rows":${'['.repeat(5_000_000)}${']'.repeat(5_000_000)}}`],
    ['65 levels', `${'['.repeat(65)}${']'.repeat(65)}`],
    ['a million values', `{"rows":[${'1,'.repeat(1_000_000)}1]}`],
  ])('with %s is refused before it is parsed', async (_, body) => {
    // Parsing the first and validating it took two seconds; the pass over the bytes takes some 20 ms.
    await expect(async () => expect(await post(body)).toEqual(tooLarge)).toTakeLessThan(500)
  })

  test('within the bounds is parsed', async () => {
    const row = { row: 1, recordId: 'x'.repeat(36), recordVersion: 1, decision: 'say "yes", [or] {no}: \\ 1,2' }
    const rows = Array.from({ length: 25_000 }, () => row)
    expect((await post(JSON.stringify({ rows }))).body).toEqual({ rows })
    expect((await post(`\uFEFF{${names(300)}}`)).status).toBe(200)
    const deep: unknown = JSON.parse(`${'['.repeat(64)}"é\\u00e9\\""${']'.repeat(64)}`)
    expect((await post(JSON.stringify(deep))).body).toEqual(deep)
  })

  test.each([
    '{',
    '{"a":1,}',
    'nothing',
    '{"__proto__":{"x":1}}',
    '{"a":[{"\\u005f_proto__":1}]}',
    '{"constructor":{"prototype":1}}',
  ])('that is not valid, or changes prototypes, is refused: %s', async (body) =>
    expect(await post(body)).toEqual(notValid),
  )

  test('may say __proto__ in a text and constructor as a name', async () => {
    const body = { a: '__proto__', constructor: 'x' }
    expect((await post(JSON.stringify(body))).body).toEqual(body)
    expect((await post('')).status).toBe(200)
  })

  test('to an address that does not exist is not read', async () => {
    expect(await post('{"a":1}', '/nowhere')).toEqual({ status: 404, body: 'unread' })
  })
})

test('anybody may send 16 KB, signed-in people a megabyte or what the call takes', () => {
  expect(bodyLimitOf(endpoint({ ...call, access: 'public' }))).toBe(16 * 1024)
  expect(bodyLimitOf(endpoint({ ...call, access: 'limited' }))).toBe(16 * 1024)
  expect(bodyLimitOf(endpoint({ ...call, access: ['Client'] }))).toBe(1024 * 1024)
  expect(bodyLimitOf(signedIn)).toBe(16 * 1024 * 1024)
})
