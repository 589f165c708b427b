import type { enforcement } from '#features/enforcement/contract.ts'
import type { Finding } from '#features/findings/web/finding.ts'
import type { CallOutput } from '#kit/contract/endpoint.ts'

/** A row of the enforcement list: a finding with its enforcement records. */
export type EnforcedFinding = Finding & CallOutput<typeof enforcement.fetch>['data'][number]
