import { everyone } from '#vocabulary/roles.ts'

/** Method, path and access of the call that the menu makes, without the schema library. */
export const paths = {
  pinned: { method: 'GET', path: '/saved-views/pinned', access: everyone },
} as const
