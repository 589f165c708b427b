import { createSlot } from '#kit/web/slot.tsx'

/** Sections that other features add below the platforms of an opened brand; ids. */
export const brandSections = createSlot<{ company: string; brand: string }>()
