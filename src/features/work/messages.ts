import { counted, countText } from '#vocabulary/numbers.ts'
import { escapeHtml } from '#vocabulary/escape-html.ts'
import { shorten } from '#vocabulary/truncate.ts'
import { workBounds } from './rules.ts'

const findings = (count: number) => counted(count, 'finding')

export const messages = {
  tooMany: `At most ${countText(workBounds.assigned)} findings can be assigned at once`,
  toNotValid: 'Only staff who can sign in can be assigned work',
  assigned: (count: number) => `${findings(count)} assigned`,
  returned: (count: number) => `${findings(count)} returned to the queue`,
  countChanged: (count: number) =>
    `The number has changed: ${count === 0 ? 'nothing is left to move' : `${findings(count)} would now be moved. Check it and confirm again`}.`,
  movedBack: (count: number) => `${findings(count)} moved back`,
  notUndoable: 'This can no longer be undone.',
  taken: (count: number) => (count === 0 ? 'The queue is empty' : `${findings(count)} taken from the queue`),
  /** The bell of the person who is assigned work; one finding is named by its address (`title`). */
  notice: (by: string, count: number, title?: string) =>
    `<b>${escapeHtml(by)}</b> assigned <b>${title === undefined ? findings(count) : escapeHtml(shorten(title, 140))}</b> to you.`,
} as const
