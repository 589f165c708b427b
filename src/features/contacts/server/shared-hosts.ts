import { isIP } from 'node:net'
import { getDomain, parse } from 'tldts'
import type { SharedHost } from '#features/contacts/contract.ts'
import type { Db } from '#kit/server/db.ts'
import { allSharedHosts } from './shared-host-queries.ts'

/** The platform of a name, or under whose suffix it lies; `desk` is undefined where its abuse desk is not known. */
export type SharedHostOf = { suffix: string; desk: SharedHost | undefined }

/** The table of shared hosts as read once. */
export type SharedHosts = {
  /**
   * The platform of a host, by the table or by the private part of the public suffix list: the longest entry for the host
   * or a name above it. A suffix of that list is itself the platform's own site and lies under none.
   */
  of: (host: string) => SharedHostOf | undefined
  /** Whether an address is that of a platform's desk. */
  hasDesk: (email: string) => boolean
}

/** Reads the table of shared hosts. */
export async function openSharedHosts(db: Db): Promise<SharedHosts> {
  const all = await allSharedHosts(db)
  const desks = new Map(all.map((one) => [withoutWww(one.suffix), one]))
  const emails = new Set(all.flatMap(({ email }) => email?.toLowerCase() ?? []))
  return {
    hasDesk: (email) => emails.has(email.toLowerCase()),
    of: (host) => {
      const name = withoutWww(host.toLowerCase().replace(/\.$/, ''))
      if (name === '' || isIP(name)) return undefined
      const { domain, isPrivate, publicSuffix } = parse(name, { allowPrivateDomains: true })
      const desk = parentsOf(name)
        .slice(domain === null ? 1 : 0)
        .flatMap((one) => desks.get(one) ?? [])[0]
      if (desk) return { suffix: desk.suffix, desk }
      return isPrivate && domain !== null && publicSuffix ? { suffix: publicSuffix, desk: undefined } : undefined
    },
  }
}

const withoutWww = (name: string) => name.replace(/^www\./, '')

/** A name and those above it, down to the one that is registered; none for a suffix of a registry, such as co.uk. */
function parentsOf(name: string): string[] {
  const labels = name.split('.')
  const registered = getDomain(name)?.split('.').length ?? labels.length + 1
  return labels.slice(0, Math.max(0, labels.length - registered + 1)).map((_, n) => labels.slice(n).join('.'))
}
