import type { Role } from '#vocabulary/roles.ts'
import { createSlot } from './slot.tsx'

/** The numbers of a role's home, above what the screen that is this role's home shows. */
export const homeNumbers = createSlot<{ role: Role }>()
