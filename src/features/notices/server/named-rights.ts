import { maxWorks } from '#features/notices/rules.ts'
import { harmOfCode } from '#vocabulary/harm-texts.ts'
import type { ExaminedCase } from './examine.ts'

type Finding = Pick<ExaminedCase, 'reasonCode' | 'mark' | 'works'>

/** The trademark that a notice about a finding names; null where it has none, or another right is infringed. */
export function namedMark({ reasonCode, mark }: Finding): ExaminedCase['mark'] {
  const { basis, isDesign } = harmOfCode(reasonCode)
  return basis !== 'copyright' && !isDesign ? mark : null
}

/** The original works that a notice about a finding names: none where no copyright is infringed. */
export const namedWorks = ({ reasonCode, works }: Finding): ExaminedCase['works'] =>
  harmOfCode(reasonCode).basis === 'copyright' ? works.slice(0, maxWorks) : []
