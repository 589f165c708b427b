import type { enforcement } from '#features/enforcement/contract.ts'
import type { Finding } from '#features/findings/web/finding.ts'
import type { Answers } from '#kit/contract/endpoint.ts'

/** A row of the enforcement list: a finding with what was done about it. */
export type EnforcedFinding = Finding & Answers<typeof enforcement.fetch>['data'][number]
