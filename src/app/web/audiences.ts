import type { Role } from '#vocabulary/roles.ts'

export const staffOnly: readonly Role[] = ['Analyst', 'Admin']
export const admins: readonly Role[] = ['Admin']

/** The start page of each role (C-019, C-020, C-021). */
export const homeOf: Readonly<Record<Role, string>> = {
  Client: '/client-dashboard',
  Admin: '/analyst-dashboard',
  Analyst: '/data-upload',
}
