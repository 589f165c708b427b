/** Topics of live events: somebody's bell turned red; findings of a brand changed. */
export const bellTopic = 'notification'
export const findingsTopic = 'findings'
