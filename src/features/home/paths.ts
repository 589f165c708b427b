import { everyone } from '#vocabulary/roles.ts'

/** Method, path and access of the calls of a home, without the schema library, which the home does not need. */
export const paths = {
  numbers: { method: 'GET', path: '/home/numbers', access: everyone },
  visit: { method: 'POST', path: '/home/visit', access: ['Client'] },
} as const
