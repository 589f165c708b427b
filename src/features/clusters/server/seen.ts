import type { Scope } from '#features/findings/server/visible.ts'

/** What a person may see; `isEverything` saves conditions that would be true for every row. */
export type Seen = { scopes: readonly Scope[]; isEverything: boolean; isStaff: boolean }
