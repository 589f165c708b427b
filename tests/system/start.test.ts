import { execFileSync } from 'node:child_process'
import { chownSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { copyOfProject, isAlive, type Program, postgresPid, runToEnd, start } from './program.ts'

const isRoot = process.getuid?.() === 0
const createAdmin = 'src/app/create-admin.ts'

describe('starting and ending', () => {
  const folders: string[] = []
  const running: Program[] = []
  const newFolder = (name = 'brandkeep-data-') => {
    const folder = mkdtempSync(join(tmpdir(), name))
    folders.push(folder)
    return folder
  }
  const empty = (dataDir: string) => ({ BRANDKEEP_DATA: dataDir, BRANDKEEP_DEMO: '0' })
  const startProgram = async (...options: Parameters<typeof start>) => {
    const program = await start(...options)
    running.push(program)
    return program
  }
  const statusOf = async (program: Program, path: string) => (await fetch(`${program.url}${path}`)).status
  const isHealthy = async (program: Program) => (await statusOf(program, '/api/health')) === 200

  /** One data folder for all that do not need a fresh one: making a database takes seconds. */
  let dataDir: string
  beforeAll(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'brandkeep-data-'))
  })
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
  afterEach(async () => {
    for (const program of running.splice(0)) await program.stop()
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
  })

  test('a second start is quick, finds the same database, and both stop with no process left', async () => {
    const first = await startProgram({ env: empty(dataDir) })
    expect(await isHealthy(first)).toBe(true)
    const made = await runToEnd({ env: empty(dataDir), script: createAdmin, flags: ['one@brandkeep.test'] })
    expect(made.output).not.toContain('already')
    expect(made.output).toContain(`Database: the one in ${dataDir}`)
    const database = postgresPid(dataDir)
    expect(await first.stop()).toBe(0)
    expect(isAlive(database)).toBe(false)

    const second = await startProgram({ env: { ...empty(dataDir), DATABASE_CONNECTIONS: '100' } })
    expect(readFileSync(join(dataDir, 'pg/postmaster.opts'), 'utf8')).toContain('max_connections=227')
    // Compared with the first, which makes the database: a limit in seconds would fail on a busy machine.
    expect(second.startedIn).toBeLessThan(first.startedIn)
    expect(await isHealthy(second)).toBe(true)
    const again = await runToEnd({ env: empty(dataDir), script: createAdmin, flags: ['one@brandkeep.test'] })
    expect(again.output).toContain('is an Admin already')
  })

  test('it starts again after kill -9, though its database lives on', async () => {
    const first = await startProgram({ env: empty(dataDir) })
    const database = postgresPid(dataDir)
    first.child.kill('SIGKILL')
    await sleep(200)
    expect(isAlive(database)).toBe(true)
    const second = await startProgram({ env: empty(dataDir) })
    expect(await isHealthy(second)).toBe(true)
    expect(isAlive(database)).toBe(false)
  })

  test('it starts again after kill -9 of itself and of its database', async () => {
    const first = await startProgram({ env: empty(dataDir) })
    const database = postgresPid(dataDir)
    first.child.kill('SIGKILL')
    process.kill(database, 'SIGKILL')
    const second = await startProgram({ env: empty(dataDir) })
    expect(await isHealthy(second)).toBe(true)
  })

  test('a database that is killed while it serves is restarted', async () => {
    const program = await startProgram({ env: empty(dataDir) })
    expect(await statusOf(program, '/api/ready')).toBe(200)
    const killed = postgresPid(dataDir)
    process.kill(killed, 'SIGKILL')
    await expect.poll(() => program.output(), { timeout: 60_000 }).toContain('started again')
    await expect.poll(() => statusOf(program, '/api/ready'), { timeout: 60_000 }).toBe(200)
    expect(postgresPid(dataDir)).not.toBe(killed)
  })

  describe('while one runs', () => {
    let first: Program
    beforeAll(async () => {
      first = await start({ env: empty(dataDir) })
    })
    afterAll(async () => void (await first.stop()))

    test('two consoles never share a data folder', async () => {
      const second = await runToEnd({ env: empty(dataDir) })
      expect(second.code).toBe(1)
      expect(second.output.trim()).toBe(
        `The data folder ${realpathSync(dataDir)} is used by process ${first.child.pid}: stop that one, or set BRANDKEEP_DATA to another folder`,
      )
      expect(await isHealthy(first)).toBe(true)
    })

    test('a taken port is named in one line and leaves no database behind', async () => {
      const dataDir = newFolder()
      const second = await runToEnd({ env: { ...empty(dataDir), PORT: new URL(first.url).port } })
      expect(second.code).toBe(1)
      expect(second.output.trim()).toMatch(/^Port \d+ on 127\.0\.0\.1 is used by another program.*$/)
      expect(() => postgresPid(dataDir)).toThrow('ENOENT')
    })

    test('secrets in the data folder are readable by their owner only', () => {
      for (const name of ['secret', 'pg-password', 'pg-app-password', 'in-use.json', 'pg.log']) {
        expect(statSync(join(dataDir, name)).mode & 0o077, name).toBe(0)
      }
      expect(readFileSync(join(dataDir, 'pg', 'pg_hba.conf'), 'utf8')).not.toMatch(/^(host|local).*\btrust$/m)
    })
  })

  test('without the demo world the first Admin comes from the shell, also while nothing runs', async () => {
    const dataDir = newFolder()
    const env = { ...empty(dataDir), APP_URL: 'https://console.example' }
    const { code, output } = await runToEnd({ env, script: createAdmin, flags: ['Boss@Brandkeep.test'] })
    expect(code).toBe(0)
    const token = /https:\/\/console\.example\/reset-password\/(\S+)/.exec(output)?.[1]
    expect(token).toBeDefined()
    const program = await startProgram({ env })
    const answer = await fetch(`${program.url}/api/users/verify-token/${token}`, { method: 'POST' })
    expect(await answer.json()).toMatchObject({ status: true, purpose: 'reset' })
    expect(program.output()).not.toContain('Demo@2026')
  })

  test('the demo world does not listen to the whole network', async () => {
    const { code, output } = await runToEnd({ env: { BRANDKEEP_DATA: newFolder(), HOST: '0.0.0.0' } })
    expect(code).toBe(1)
    expect(output).toContain('HOST is 0.0.0.0, but the demo world has known passwords')
  })

  test.runIf(isRoot)('root may store its data under a folder that no other user can enter', async () => {
    const dataDir = join(newFolder('brandkeep-closed-'), 'data')
    const program = await startProgram({ env: empty(dataDir) })
    expect(await isHealthy(program)).toBe(true)
    expect(program.output()).toMatch(/The database user may not enter .* is stored in \/var\/lib\/brandkeep\//)
    folders.push(dirname(realpathSync(join(dataDir, 'pg'))))
    await program.stop()
    rmSync(dataDir, { recursive: true })
    expect(await isHealthy(await startProgram({ env: empty(dataDir) })), 'after the data folder was deleted').toBe(true)
  })

  describe('from a path with a space', () => {
    let copy: ReturnType<typeof copyOfProject>
    beforeAll(() => {
      copy = copyOfProject()
    })
    afterAll(() => copy.remove())

    test('npm start works twice, and stops when its parent process is killed', async () => {
      const options = { env: empty(newFolder('brandkeep data ')), from: copy.folder, script: 'scripts/start.mjs' }
      const first = await startProgram(options)
      expect(await isHealthy(first)).toBe(true)
      expect(await first.stop()).toBe(0)
      const second = await startProgram(options)
      expect(second.startedIn).toBeLessThan(first.startedIn)
      const database = postgresPid(options.env.BRANDKEEP_DATA)
      second.child.kill('SIGKILL')
      await expect.poll(() => isAlive(database)).toBe(false)
      await expect(fetch(second.url)).rejects.toThrow('fetch failed')
    })

    test.runIf(isRoot)('an ordinary user may start it', async () => {
      const user = ordinaryUser()
      const dataDir = newFolder()
      chownSync(dataDir, user.uid, user.gid)
      const options = { env: empty(dataDir), from: copy.folder, script: 'scripts/start.mjs', user }
      expect(await isHealthy(await startProgram(options))).toBe(true)
      expect(statSync(join(dataDir, 'pg')).uid).toBe(user.uid)
    })
  })
})

/** A user without any rights, made once. */
function ordinaryUser(): { uid: number; gid: number } {
  const name = 'brandkeep-test'
  const id = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: 'pipe' }))
  try {
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    execFileSync('useradd', ['--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', name])
    return { uid: id('-u'), gid: id('-g') }
  }
}
