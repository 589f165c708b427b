/** The kinds of incoming mail about a notice. */
export const answerKinds = ['bounce', 'automatic', 'reply', 'report'] as const
export type AnswerKind = (typeof answerKinds)[number]
