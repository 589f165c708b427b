import type { charts } from '#features/charts/contract.ts'
import { paths } from '#features/charts/paths.ts'

/** The contract's endpoints with their types but without schemas: `call` needs none. */
export const chartCalls = paths as unknown as typeof charts
