import { createSlot } from '#kit/web/slot.tsx'

/** How a finding gets the picture that its notice lacks; `onPicture` is called once it has one. */
export const lackingPicture = createSlot<{ finding: { platform: string; id: string }; onPicture: () => void }>()

/** The same for many; `check` reads again what they lack. */
export const lackingPictures = createSlot<{ platform: string; ids: readonly string[]; check: () => void }>()
