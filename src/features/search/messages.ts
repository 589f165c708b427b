export const messages = {
  noted: 'Noted',
} as const
