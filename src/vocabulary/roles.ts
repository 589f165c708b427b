/** The three roles (C-003). Every user has exactly one. */
export const roles = ['Client', 'Analyst', 'Admin'] as const
export type Role = (typeof roles)[number]

/** Staff upload and enforce findings; Clients own the brands. */
export const staff = ['Analyst', 'Admin'] as const satisfies readonly Role[]
export const everyone = roles
