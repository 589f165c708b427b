import { maxViewsPerList } from './contract.ts'

/** Every user-visible message of the saved views. */
export const messages = {
  saved: 'View saved.',
  renamed: 'View renamed.',
  removed: 'View deleted.',
  nameTaken: 'A view with this name already exists.',
  tooMany: `You can save at most ${maxViewsPerList} views of a list. Delete one first.`,
} as const
