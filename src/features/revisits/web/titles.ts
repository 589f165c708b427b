/** Titles of the screens. Separate from the other texts, because the menu loads them with the first page. */
export const titles = { proposals: 'Proposals', clock: 'Enforcement Clock', league: 'Registrars and Hosts' } as const
