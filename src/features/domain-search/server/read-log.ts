import { z } from 'zod'
import { type Egress, EgressError } from '#kit/server/egress.ts'
import { certificateOfEntry, certificatesOfTile, hostsOfCertificate } from './certificate-entries.ts'

/** A certificate log: by the calls of RFC 6962, or by its tiles (static-ct). `address` ends without a slash. */
export type CertificateLog = { kind: 'log' | 'tiles'; address: string }

/** What a batch of entries brought; `next` is the first entry after it. */
export type LogBatch = { hosts: string[]; next: number }

/** A log cannot be read now; the message is for the screen. */
export class LogProblem extends Error {}

const treeHead = z.object({ tree_size: z.number().int().min(0) })
const entriesOf = z.object({ entries: z.array(z.object({ leaf_input: z.string(), extra_data: z.string() })) })

/** Entries asked for in one request; logs answer with fewer. A tile has 256. */
const perRequest = 512
const perTile = 256
const maxAnswer = 32_000_000

/** How many entries a log has now. Throws LogProblem. */
export async function sizeOfLog(egress: Egress, log: CertificateLog): Promise<number> {
  if (log.kind === 'log') return (await readJson(egress, `${log.address}/ct/v1/get-sth`, treeHead)).tree_size
  const text = (await fetchOk(egress, `${log.address}/checkpoint`, 'text/plain')).toString('utf8')
  const size = text.split('\n')[1] ?? ''
  if (!/^\d{1,15}$/.test(size)) throw new LogProblem('Its checkpoint could not be read')
  return Number(size)
}

/** The host names in the entries from `position` on, as many as one request brings; `size` is that of the log. */
export function readBatch(
  egress: Egress,
  log: CertificateLog,
  { position, size }: { position: number; size: number },
): Promise<LogBatch> {
  return log.kind === 'log' ? readEntries(egress, log, position, size) : readTile(egress, log, position, size)
}

async function readEntries(egress: Egress, log: CertificateLog, position: number, size: number): Promise<LogBatch> {
  const end = Math.min(size, position + perRequest) - 1
  const { entries } = await readJson(egress, `${log.address}/ct/v1/get-entries?start=${position}&end=${end}`, entriesOf)
  if (entries.length === 0) throw new LogProblem(`It has no entry ${position}, but says it has ${size}`)
  const certificates = entries.map((entry) =>
    certificateOfEntry(Buffer.from(entry.leaf_input, 'base64'), Buffer.from(entry.extra_data, 'base64')),
  )
  return { hosts: hostsIn(certificates), next: position + Math.min(entries.length, end - position + 1) }
}

async function readTile(egress: Egress, log: CertificateLog, position: number, size: number): Promise<LogBatch> {
  const tile = Math.floor(position / perTile)
  const width = Math.min(perTile, size - tile * perTile)
  const path = `${log.address}/tile/data/${tilePath(tile)}${width < perTile ? `.p/${width}` : ''}`
  const certificates = certificatesOfTile(await fetchOk(egress, path, 'application/octet-stream'))
  if (certificates.length < width) throw new LogProblem(`Its tile ${tile} could not be read`)
  return { hosts: hostsIn(certificates.slice(position % perTile, width)), next: tile * perTile + width }
}

/** The path of a tile: groups of three digits, all but the last with an x (1234067 → x001/x234/067). */
export function tilePath(tile: number): string {
  const digits = String(tile).padStart(Math.ceil(String(tile).length / 3) * 3, '0')
  const groups = digits.match(/\d{3}/g)!
  return groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join('/')
}

const hostsIn = (certificates: readonly (Buffer | undefined)[]): string[] =>
  certificates.flatMap((der) => (der ? hostsOfCertificate(der) : []))

async function readJson<S extends z.ZodType>(egress: Egress, address: string, schema: S): Promise<z.output<S>> {
  const body = await fetchOk(egress, address, 'application/json')
  try {
    return schema.parse(JSON.parse(body.toString('utf8')))
  } catch {
    throw new LogProblem('Its answer could not be read')
  }
}

async function fetchOk(egress: Egress, address: string, accept: string): Promise<Buffer> {
  try {
    const { status, body } = await egress.safeFetch(address, accept, {
      maxBytes: maxAnswer,
      seconds: 30,
      configuredOrigin: new URL(address).origin,
    })
    if (status !== 200) throw new LogProblem(`It answered with status ${status}`)
    return body
  } catch (problem) {
    throw problem instanceof EgressError ? new LogProblem(problem.message) : problem
  }
}
