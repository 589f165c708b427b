/** Where the browser reads the public settings; apart from the schemas, for pages that carry none. */
export const settingsPath = { method: 'GET', path: '/settings', access: 'public' } as const
