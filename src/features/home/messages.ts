export const messages = {
  visited: 'Visit noted',
} as const
