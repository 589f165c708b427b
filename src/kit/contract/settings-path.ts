/** The endpoint of the public settings; separate from its schemas, for pages that load none. */
export const settingsPath = { method: 'GET', path: '/settings', access: 'public' } as const
