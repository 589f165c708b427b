import type { enforcement } from '#features/enforcement/contract.ts'
import type { Finding } from '#features/findings/web/finding.ts'
import type { Answers } from '#kit/contract/endpoint.ts'

/** A row of the enforcement list: a finding with its enforcement records. */
export type EnforcedFinding = Finding & Answers<typeof enforcement.fetch>['data'][number]
