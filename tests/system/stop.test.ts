import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { freePort } from '#kit/server/free-port.ts'
import { isAlive, launch, postgresPid, start } from './program.ts'

const folder = mkdtempSync(join(tmpdir(), 'brandkeep-stop-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const env = { BRANDKEEP_DATA: join(folder, 'data'), BRANDKEEP_DEMO: '0' }
const patient = { timeout: 60_000, interval: 20 }

/** A connection as a browser keeps it; `text` is all that came over it. */
async function open(url: string) {
  const { hostname, port } = new URL(url)
  const socket: Socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  let text = ''
  socket.on('data', (bytes) => (text += bytes.toString()))
  socket.on('error', () => undefined)
  return { socket, text: () => text }
}

const post = (length: number) =>
  `POST /api/users/authenticate HTTP/1.1\r\nhost: x\r\nconnection: keep-alive\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`

/** What it promises where nothing long runs; measured 0.3 s, and 1.5 s while it prepares. */
const atOnceMs = 3000

test('first of all it listens: alive, not ready, and a page that continues by itself', async () => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const { child, output } = launch({ env: { ...env, PORT: String(port) } })
  try {
    await expect
      .poll(
        () =>
          fetch(`${url}/api/health`).then(
            ({ status }) => status,
            () => 0,
          ),
        patient,
      )
      .toBe(200)
    const ready = await fetch(`${url}/api/ready`)
    expect(ready.status).toBe(503)
    expect(await ready.json()).toEqual({
      status: 'starting',
      doing: expect.stringMatching(/^(Preparing|Migrating|Starting)/),
    })
    const page = await fetch(`${url}/Domain`)
    expect(page.status).toBe(503)
    expect(await page.text()).toMatch(/http-equiv="refresh"[^]*Brandkeep is starting/)
    const call = await fetch(`${url}/api/users/authenticate`, { method: 'POST', body: '{}' })
    expect(call.status).toBe(503)
    expect(Number(call.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await call.json()).toEqual({ message: 'Brandkeep is starting. Please try again.' })
    const doing = new Set<string>()
    await expect
      .poll(async () => {
        const answer = await fetch(`${url}/api/ready`)
        doing.add(((await answer.json()) as { doing?: string }).doing ?? '')
        return answer.status
      }, patient)
      .toBe(200)
    expect([...doing].join()).toMatch(/Migrating \d+ of \d+/)
    expect((await fetch(`${url}/Domain`)).status).toBe(200)
  } finally {
    child.kill('SIGTERM')
    await once(child, 'close')
  }
  expect(child.exitCode, output()).toBe(0)
})

test('told to stop with kept and unused connections, it answers what runs, closes them all and ends with 0', async () => {
  const program = await start({ env })
  const unused = await open(program.url)
  const idle = await open(program.url)
  idle.socket.write('GET /api/health HTTP/1.1\r\nhost: x\r\nconnection: keep-alive\r\n\r\n')
  await expect.poll(idle.text).toContain('{"status":"ok"}')
  const busy = await open(program.url)
  const body = JSON.stringify({ username: 'nobody@brandkeep.test', password: 'wrong' })
  busy.socket.write(`${post(body.length)}${body.slice(0, 5)}`)
  const closed = Promise.all([unused, idle].map(({ socket }) => once(socket, 'close')))
  // Answered after the call above, so that both are running here.
  await fetch(`${program.url}/api/health`)
  const began = Date.now()
  program.child.kill('SIGTERM')
  await closed
  expect(program.child.exitCode).toBe(null)
  busy.socket.write(body.slice(5))
  await once(program.child, 'close')
  expect(program.child.exitCode, program.output()).toBe(0)
  expect(Date.now() - began).toLastLessThan(atOnceMs)
  await expect.poll(busy.text).toMatch(/^HTTP\/1\.1 401[^]*connection: close/i)
})

test('a request that does not end in its time is cut, and the rest is still closed in order', async () => {
  const program = await start({ env: { ...env, SHUTDOWN_SECONDS: '1' } })
  const busy = await open(program.url)
  busy.socket.write(`${post(100)}{`)
  await fetch(`${program.url}/api/health`)
  const database = postgresPid(env.BRANDKEEP_DATA)
  expect(await program.stop()).toBe(0)
  expect(program.output()).toContain('1 requests ran longer than 1 s and were cut.')
  expect(isAlive(database)).toBe(false)
})

test('told to stop while it prepares, it ends at once, and the next start carries on', async () => {
  const early = { ...env, BRANDKEEP_DATA: join(folder, 'early') }
  const port = await freePort()
  const { child, output } = launch({ env: { ...early, PORT: String(port) } })
  const doing = () =>
    fetch(`http://127.0.0.1:${port}/api/ready`).then(
      async (answer) => ((await answer.json()) as { doing?: string }).doing ?? '',
      () => '',
    )
  await expect.poll(doing, patient).toMatch(/^Migrating [1-9]\d/)
  const began = Date.now()
  child.kill('SIGTERM')
  await once(child, 'close')
  expect(child.exitCode, output()).toBe(0)
  expect(Date.now() - began).toLastLessThan(atOnceMs)
  const again = await start({ env: early })
  expect((await fetch(`${again.url}/api/ready`)).status).toBe(200)
  expect(await again.stop()).toBe(0)
})

test('the service of docs/operate ends with its main process: systemd kills at once what is left then', async () => {
  const service = readFileSync('docs/operate/deploy.md', 'utf8')
  expect(service).toContain('KillMode=mixed')
  const [, program = '', ...words] = /^ExecStart=\/usr\/bin\/(\S+) (.*)$/m.exec(service) ?? []
  const own = { ...env, BRANDKEEP_DATA: join(folder, 'service'), PORT: '0', LOG_LEVEL: 'warn' }
  const main = spawn(program, words.join(' ').split(' '), {
    env: { PATH: process.env['PATH'] ?? '', HOME: folder, ...own },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  main.stdout.on('data', (part: Buffer) => (output += part.toString()))
  await expect.poll(() => output, { timeout: 150_000 }).toContain('is ready: http')
  const database = postgresPid(own.BRANDKEEP_DATA)
  main.kill('SIGTERM')
  const [code] = (await once(main, 'exit')) as [number | null]
  const left = isAlive(database)
  // Where something is left it ends a moment later: the folder must not be deleted below it.
  await expect.poll(() => isAlive(database), { timeout: 30_000 }).toBe(false)
  expect(left).toBe(false)
  expect(code).toBe(0)
})
