import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import type { Egress } from '#kit/server/egress.ts'

const registry = z.object({ services: z.array(z.tuple([z.array(z.string()), z.array(z.string())])) })
type Registry = z.output<typeof registry>
export type RegistryName = 'dns' | 'ipv4' | 'ipv6'

/** Finds the RDAP server of a domain name or IP address (RFC 9224). */
export type Bootstrap = { serverOf: (subject: { domain: string } | { ip: string }) => Promise<string | undefined> }

const day = 86_400_000

/** Uses IANA's bootstrap files, from a folder or fetched from IANA and cached for a day. */
export function openBootstrap(egress: Egress, folder?: string): Bootstrap {
  const cache = new Map<RegistryName, { at: number; registry: Promise<Registry> }>()
  const read = async (name: RegistryName): Promise<Registry> => {
    const bytes = folder
      ? await readFile(join(folder, `${name}.json`))
      : (await egress.safeFetch(`https://data.iana.org/rdap/${name}.json`, 'application/json')).body
    return registry.parse(JSON.parse(bytes.toString('utf8')))
  }
  const registryOf = (name: RegistryName) => {
    const found = cache.get(name)
    if (found && Date.now() - found.at < day) return found.registry
    const fresh = read(name)
    cache.set(name, { at: Date.now(), registry: fresh })
    // A failed read is repeated on the next call.
    fresh.catch(() => cache.delete(name))
    return fresh
  }
  return {
    serverOf: async (subject) => {
      if ('domain' in subject) return bestServer(await registryOf('dns'), (entry) => matchesName(subject.domain, entry))
      const address = ipaddr.process(subject.ip)
      const name = address.kind() === 'ipv4' ? 'ipv4' : 'ipv6'
      return bestServer(await registryOf(name), (entry) => {
        const [network, bits] = ipaddr.parseCIDR(entry)
        return network.kind() === address.kind() && address.match(network, bits) ? bits + 1 : 0
      })
    },
  }
}

const matchesName = (domain: string, entry: string): number =>
  domain === entry || domain.endsWith(`.${entry}`) ? entry.length : 0

/** The server of the longest matching entry, HTTPS preferred, with a trailing slash. */
function bestServer({ services }: Registry, fits: (entry: string) => number): string | undefined {
  let best = { fit: 0, servers: [] as string[] }
  for (const [entries, servers] of services)
    for (const entry of entries) {
      const fit = fits(entry.toLowerCase())
      if (fit > best.fit) best = { fit, servers }
    }
  const server = best.servers.find((one) => one.startsWith('https:')) ?? best.servers[0]
  return server && (server.endsWith('/') ? server : `${server}/`)
}
