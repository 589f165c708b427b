/** States of a queued job (G83, G85). A paused one waits for its user. */
export const jobStates = ['Pending', 'Processing', 'Paused', 'Completed', 'Failed'] as const
export type JobState = (typeof jobStates)[number]
