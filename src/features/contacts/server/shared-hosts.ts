import { isIP } from 'node:net'
import { parse } from 'tldts'
import type { SharedHost } from '#features/contacts/contract.ts'
import type { Db } from '#kit/server/db.ts'
import { allSharedHosts } from './shared-host-queries.ts'

/** The platform under whose suffix a name lies; `desk` is undefined where its abuse desk is not known. */
export type SharedHostOf = { suffix: string; desk: SharedHost | undefined }

/** The table of shared hosts as read once. */
export type SharedHosts = {
  /**
   * The platform under whose suffix a host lies, by the table or by the private part of the public suffix list. The suffix
   * itself is the platform's own site and lies under none.
   */
  of: (host: string) => SharedHostOf | undefined
  /** Whether an address is that of a platform's desk. */
  hasDesk: (email: string) => boolean
}

/** Reads the table of shared hosts. */
export async function openSharedHosts(db: Db): Promise<SharedHosts> {
  const all = await allSharedHosts(db)
  const desks = new Map(all.map((one) => [one.suffix, one]))
  const emails = new Set(all.flatMap(({ email }) => email?.toLowerCase() ?? []))
  return {
    hasDesk: (email) => emails.has(email.toLowerCase()),
    of: (host) => {
      const name = host.toLowerCase().replace(/\.$/, '')
      if (name === '' || isIP(name)) return undefined
      const labels = name.split('.')
      for (let n = 1; n < labels.length - 1; n++) {
        const desk = desks.get(labels.slice(n).join('.'))
        if (desk) return { suffix: desk.suffix, desk }
      }
      const { domain, isPrivate, publicSuffix } = parse(name, { allowPrivateDomains: true })
      return isPrivate && domain !== null && publicSuffix ? { suffix: publicSuffix, desk: undefined } : undefined
    },
  }
}
