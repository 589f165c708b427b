import { type HarmKind, harmKinds } from '#vocabulary/harm-names.ts'

/** Whose form it is; 'cdn' is a content delivery network, which passes reports on and names the host behind it. */
export const deskFormKinds = ['registrar', 'host', 'cdn'] as const
export type DeskFormKind = (typeof deskFormKinds)[number]

/** The kinds of harm that a form may serve: those about which notices are sent. */
export const formHarms: readonly HarmKind[] = harmKinds.filter((kind) => kind !== 'price' && kind !== 'none')

/** A name as lower-case words with single spaces between them. */
export const wordsOf = (name: string): string =>
  name
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join(' ')
