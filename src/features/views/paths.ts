import { everyone } from '#vocabulary/roles.ts'

/** Method, path and access of the calls that menu and palette make, without the schema library. */
export const paths = {
  list: { method: 'GET', path: '/saved-views', access: everyone },
  pinned: { method: 'GET', path: '/saved-views/pinned', access: everyone },
} as const
