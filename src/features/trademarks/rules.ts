import type { Mark } from './contract.ts'

/** Whether a mark comes from a signed file that no current revocation list was there to compare with. */
export const isRevocationOpen = ({ isRevocationKnown, revokedAt }: Pick<Mark, 'isRevocationKnown' | 'revokedAt'>) =>
  isRevocationKnown === false && revokedAt === null
