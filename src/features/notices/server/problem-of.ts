import { fillHarmText, type NoticeValues } from '#features/enforcement-config/server/compose-notice.ts'
import { harmOfCode } from '#vocabulary/harm-texts.ts'
import { type ExaminedCase, hostOf } from './examine.ts'

/** What is wrong, in a sentence about the host that was seen: a registrar's name for it may be a part of that only. */
export const problemOf = (finding: ExaminedCase, values: NoticeValues): string =>
  fillHarmText(harmOfCode(finding.reasonCode).problem, { ...values, domain: hostOf(finding) ?? values.domain })
