/** Findings in one of these need no more work: success, no action, self resolved, purchases that have ended. */
export const closedStatuses = ['55', '00', '90', '77', '101', '102'] as const

/** Findings that one call assigns, and that one person takes from the queue at once. */
export const workBounds = { assigned: 1000, taken: 50 }
