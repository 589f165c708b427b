import { everyone } from '#vocabulary/roles.ts'

/**
 * Method, path and access of the calls that the bell makes on every screen. They are separate from their schemas, so
 * that a screen that needs none does not load the schema library.
 */
export const paths = {
  list: { method: 'GET', path: '/notifications', access: everyone },
  scope: { method: 'GET', path: '/notifications/{id}/scope', access: everyone },
  mark: { method: 'POST', path: '/users/v1/markNotification', access: everyone },
  stream: { method: 'GET', path: '/notifications/stream', access: everyone },
} as const
