import { escapeHtml } from '#vocabulary/escape-html.ts'
import { countText } from '#vocabulary/numbers.ts'

/** Messages of the staging calls (S-130). */
export const messages = {
  saved: 'Draft saved successfully.',
  removed: 'Draft row removed successfully.',
  submitted: 'Draft submitted successfully.',
  sentBack: 'The draft was returned.',
  savedMeanwhile: (by: string) => `${by} saved this row in the meantime. Nothing was changed.`,
  removedMeanwhile: (by: string) => `${by} removed this row in the meantime. Nothing was changed.`,
  alreadySubmitted: 'This draft has already been submitted.',
  changedMeanwhile: 'Rows were saved while the draft was being submitted. Submit it again.',
  tooManyDrafts: (max: number) => `This brand already has ${countText(max)} open drafts on this platform`,
  tooManyRows: (max: number) => `A draft has at most ${countText(max)} rows`,
  draftTooLarge: 'The draft is too large',
  rowTooLarge: 'The row is too large',
  rowEmpty: 'The row is empty',
  platformNotValid: 'Platform is not valid',
  dataNotValid: 'Data is not valid',
  /** The notification of the person who began the draft. */
  notice: (draft: { fileName: string; by: string; remark: string }) =>
    `<b>${escapeHtml(draft.by)}</b> returned the draft <b>${escapeHtml(draft.fileName)}</b>: ${escapeHtml(draft.remark)}`,
}
