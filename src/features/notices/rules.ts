/** The items that a notice may lack, in the order in which they are shown. */
export const lacks = ['authority', 'right', 'evidence', 'ownSite', 'whitelisted'] as const
export type Lack = (typeof lacks)[number]
