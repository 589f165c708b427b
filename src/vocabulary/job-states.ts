/** States of a queued job (G83, G85). A paused one waits for its user. */
export const jobStates = ['Pending', 'Processing', 'Paused', 'Completed', 'Failed'] as const
export type JobState = (typeof jobStates)[number]

type Progress = { state: JobState; done: number }

/** Whether a job was begun, so that it is cancelled and not removed: it may wait for its next turn. */
export const hasBegun = ({ state, done }: Progress): boolean =>
  state === 'Processing' || state === 'Paused' || (state === 'Pending' && done > 0)

/** Whether a job only waits: it can be removed from its queue. */
export const onlyWaits = (job: Progress): boolean => job.state === 'Pending' && !hasBegun(job)
