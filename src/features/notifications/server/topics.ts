/** Topics of live events: a user has a new notification; findings of a brand changed. */
export const bellTopic = 'notification'
export const findingsTopic = 'findings'
