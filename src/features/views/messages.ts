import { viewsAtMost } from './contract.ts'

/** Every sentence of the saved views that a person may read. */
export const messages = {
  saved: 'View saved.',
  renamed: 'View renamed.',
  removed: 'View deleted.',
  nameTaken: 'There is a view with this name already.',
  tooMany: `At most ${viewsAtMost} views can be kept of a list. Delete one first.`,
} as const
