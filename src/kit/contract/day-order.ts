/** Said of the last day of a range that ends before it starts. */
export const endBeforeStart = 'End date must not be before start date'

type Range = { startDate?: string | undefined; endDate?: string | undefined }

/** Whether a range does not end before it starts; one with a day left out does not. */
export const inOrder = ({ startDate, endDate }: Range): boolean => !startDate || !endDate || startDate <= endDate

/** How zod says that a range is not. */
export const notInOrder = { path: ['endDate'], error: endBeforeStart }
