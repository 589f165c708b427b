import { logged } from '#features/enforcement-config/messages.ts'
import { changedFields } from '#kit/server/changed-fields.ts'
import { type FieldChange, partsSubject } from '#vocabulary/data-log.ts'
import { platformTitleOf } from '#vocabulary/platform-names.ts'
import type { ConfigurationRow } from './queries.ts'
import { enabledWord } from '#vocabulary/enabled-word.ts'

/** A configuration in the data log: company, brand and platform. */
export const configurationSubject = ({ companyName, brandName, platform }: ConfigurationRow): string =>
  partsSubject(companyName, brandName, platformTitleOf(platform))

/** The fields in which two states of a configuration differ, for the data log. */
export const configurationChanges = (before: ConfigurationRow, after: ConfigurationRow): FieldChange[] =>
  changedFields(logged, shownFields(before), shownFields(after))

const shownFields = (one: ConfigurationRow) => ({
  ...one,
  enabled: enabledWord(one.enabled),
  mailBody: one.mailBody.join('\n'),
  attachments: one.attachments.map(({ fileName }) => fileName),
})
