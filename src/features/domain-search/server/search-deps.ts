import type { Egress } from '#kit/server/egress.ts'
import type { CheckDeps } from './check-domain.ts'
import type { PageDeps } from './see-page.ts'

/** A name that somebody could register, and what was done to the keyword to make it. */
export type MadeName = { name: string; family: string }

/** How alike a name is to a keyword, 0 to 1, and why, in words. */
export type MatchedName = { keyword: string; family: string; score: number; reason: string }
export type NameMatcher = {
  match: (name: string) => MatchedName | undefined
  /** For each keyword that the name uses. */
  matchAll: (name: string) => MatchedName[]
}

/** Where names in certificates are searched: an address like https://crt.sh, and the way there. */
export type CertificateSearch = { address: string; egress: Egress }

/** What domain search needs of the world and of the look-alike tools. */
export type SearchDeps = CheckDeps & {
  pages: PageDeps
  /** The look-alikes of a domain, the most plausible first. */
  makeLookalikes: (domain: string, options: { limit: number }) => readonly MadeName[]
  createMatcher: (brands: { keyword: string; ownDomains: string[] }[]) => NameMatcher
  /** The PDQ hash of a picture (32 bytes); undefined when it has too little to compare. */
  hashPicture: (picture: Buffer) => Promise<Buffer | undefined>
  /** Where names in certificates are searched; undefined: nowhere. */
  certificates: CertificateSearch | undefined
  /** Most names that one run asks about (G95). */
  checksPerRun: number
}
