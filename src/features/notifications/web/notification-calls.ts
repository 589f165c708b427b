import type { notifications } from '#features/notifications/contract.ts'
import { paths } from '#features/notifications/paths.ts'

/** The contract's endpoints with their types but without schemas: `call` needs none. */
export const notificationCalls = paths as unknown as Pick<typeof notifications, keyof typeof paths>
