import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect } from 'vitest'
import { freePort } from './free-port.ts'

/** The program of PgBouncer; undefined where it is not installed. */
export const bouncer = ['/usr/sbin', '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin']
  .map((folder) => join(folder, 'pgbouncer'))
  .find((path) => existsSync(path))

/** Runs work with the URL of a PgBouncer of its own in front of the database, which has at most `size` sessions. */
export async function throughBouncer(
  databaseUrl: string,
  mode: string,
  work: (url: string) => Promise<void>,
  size = 20,
): Promise<void> {
  const address = new URL(databaseUrl)
  const folder = mkdtempSync(join(tmpdir(), 'brandkeep-pooler-'))
  const port = await freePort()
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    // Also where the database itself asks for no password.
    auth_type: 'trust',
    auth_file: join(folder, 'users'),
    pool_mode: mode,
    default_pool_size: size,
    server_round_robin: mode === 'transaction' ? 1 : 0,
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}\n`)
  const target = `* = host=${address.hostname} port=${address.port}`
  writeFileSync(join(folder, 'ini'), `[databases]\n${target}\n[pgbouncer]\n${lines.join('')}`)
  writeFileSync(join(folder, 'users'), `"${address.username}" "${decodeURIComponent(address.password)}"\n`)
  chmodSync(folder, 0o755)
  // It refuses to run as root.
  const nobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
  const child = spawn(bouncer!, ['-q', join(folder, 'ini')], { ...nobody, stdio: 'ignore' })
  const ended = new Promise((done) => child.once('close', done))
  address.port = `${port}`
  try {
    await expect.poll(() => connects(address.href)).toBe(true)
    await work(address.href)
  } finally {
    child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true })
  }
}

async function connects(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url })
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}
