export const messages = {
  noted: 'Noted',
  moreSites: (count: number) => `${count} more ${count === 1 ? 'site' : 'sites'}`,
} as const
