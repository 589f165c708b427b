/** Names of the screens. Apart from their texts, because the menu has them on the first page a person loads. */
export const titles = { proposals: 'Proposals', clock: 'Enforcement Clock' } as const
