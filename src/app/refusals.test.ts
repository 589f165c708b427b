import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildServer } from '#app/server.ts'
import { buildTestApp, type TestApp } from '#app/testing.ts'
import { type TestDatabase, testDatabase } from '#kit/server/testing.ts'

let database: TestDatabase
let testApp: TestApp
let server: FastifyInstance
let folder: string
beforeAll(async () => {
  database = await testDatabase()
  testApp = await buildTestApp(database)
  folder = mkdtempSync(join(tmpdir(), 'brandkeep-web-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<p>the page</p>')
  writeFileSync(join(folder, 'secret.txt'), 'not for anybody')
  server = await buildServer({ app: testApp.app, log: false, webFolder: folder })
  await server.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await server.close()
  await testApp.close()
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

/** The response to exactly this request line; fetch would tidy the path. */
async function responseTo(path: string): Promise<{ status: number; body: string }> {
  const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), body }
}

test.each([
  '/assets/../../x',
  '/assets/../secret.txt',
  '/assets/....//x',
  '/assets/%2e%2e/secret.txt',
  '/assets/%2e%2e%2fsecret.txt',
  '/assets/..%5csecret.txt',
  '/assets/%00',
  '/assets/%E0%A4%A',
  '/api/files/newscrapper/%E0%A4%A',
  '/api/files/%E0%A4%A/x',
])('a path that leads nowhere or out of its folder is 404 or 400, never a defect: %s', async (path) => {
  const { status, body } = await responseTo(path)
  expect([400, 404]).toContain(status)
  expect(body).toMatch(/Resource not found|cannot be read/)
})

test('nobody without an account makes the server read more than 16 KB', async () => {
  const payload = `{"username":"${'x'.repeat(16 * 1024)}"}`
  const headers = { 'content-type': 'application/json' }
  for (const path of [
    '/users/authenticate',
    '/users/forgotpassword',
    '/users/verify/token',
    '/users/v1/updatepassword',
  ])
    expect((await server.inject({ method: 'POST', url: `/api${path}`, headers, payload })).statusCode).toBe(413)
  // Refused at its headers, before a byte of it arrives.
  const upload = await server.inject({ method: 'POST', url: '/api/domain/decide', headers, payload })
  expect(upload.statusCode).toBe(401)
})

test('a page that was built while the console runs is served, and the last one while there is none', async () => {
  const page = async () => (await responseTo('/users')).body
  expect(await page()).toBe('<p>the page</p>')
  rmSync(join(folder, 'index.html'))
  expect(await page()).toBe('<p>the page</p>')
  // Its files have other names: those of the page before are gone.
  writeFileSync(join(folder, 'index.html'), '<p>the new page</p>')
  writeFileSync(join(folder, 'assets/new.js'), 'new')
  expect(await page()).toBe('<p>the new page</p>')
  expect((await responseTo('/assets/new.js')).body).toBe('new')
})

test('the policy of the page allows its own inline scripts by what they contain, and no others', async () => {
  const policyOf = async (html: string) => {
    writeFileSync(join(folder, 'index.html'), html)
    const page = await server.inject({ url: '/users' })
    return String(page.headers['content-security-policy'])
  }
  const hash = "'sha256-Rfr3GgHZFiXm+TmNr+li+0sZ4J9FGllo8jsXcJF5XZ8='"
  expect(await policyOf('<script>theme()</script><script type="module" src="/assets/a.js"></script>')).toContain(
    `script-src 'self' ${hash};`,
  )
  expect(await policyOf('<p>the page</p>')).toContain("script-src 'self';")
  expect((await server.inject({ url: '/api/settings' })).headers['content-security-policy']).toContain(
    "script-src 'self';",
  )
})
