import { maxPins, maxViewsPerList } from './rules.ts'

/** Every user-visible message of the saved views. */
export const messages = {
  unknownList: 'List is not valid',
  saved: 'View saved.',
  renamed: 'View renamed.',
  removed: 'View deleted.',
  nameTaken: 'A view with this name already exists.',
  tooMany: `You can save at most ${maxViewsPerList} views of a list. Delete one first.`,
  shared: 'View shared.',
  unshared: 'View no longer shared.',
  pinned: 'View pinned in the menu.',
  unpinned: 'View removed from the menu.',
  tooManyPins: `You can pin at most ${maxPins} views. Remove one first.`,
} as const
