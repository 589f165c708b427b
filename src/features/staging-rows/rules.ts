import { normaliseLid } from '#vocabulary/addresses.ts'

/** Site and listing id as one key, ignoring case (G63). */
export const lidPair = (lid: string, within: string): string => `${within.toLowerCase()}\n${normaliseLid(lid)}`
