import type { SeenChange } from '#features/history/contract.ts'
import { texts } from './texts.ts'

/** Who made a change, as everybody who sees the finding may know it. */
export function whoMade({ by }: SeenChange): string {
  if (by === null) return texts.automatic
  return by === '' ? texts.staff : by
}
