import { downloads } from './downloads.ts'
import { machines } from './machines.ts'
import type { Mutation } from './mutation.ts'
import { noticeMutations } from './notices.ts'
import { reliability } from './reliability.ts'
import { scrapers } from './scrapers.ts'
import { stagingMutations } from './staging.ts'

/** Every way in which the product is broken on purpose. */
export const allMutations: readonly Mutation[] = [
  ...stagingMutations,
  ...downloads,
  ...machines,
  ...scrapers,
  ...noticeMutations,
  ...reliability,
]
