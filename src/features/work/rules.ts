/** Findings that one call assigns, and that one person takes from the queue at once. */
export const workBounds = { assigned: 1000, taken: 50 }
