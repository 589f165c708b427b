import { everyone } from '#vocabulary/roles.ts'

/** Method, path and access of the calls: every page makes them, so they come without the schema library. */
export const paths = {
  read: { method: 'GET', path: '/user-settings', access: everyone },
  save: { method: 'PUT', path: '/user-settings', access: everyone },
} as const
