/** Topics of live events: a user has a new notification; findings of a brand changed; something happened in a draft. */
export const bellTopic = 'notification'
export const findingsTopic = 'findings'
export const draftsTopic = 'drafts'
/** Findings were assigned, or returned to the queue. */
export const workTopic = 'work'
/** Events were missed: the database was away for a while. */
export const missedTopic = 'missed'
