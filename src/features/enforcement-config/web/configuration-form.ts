import type { EnforcementConfiguration } from '#features/enforcement-config/contract.ts'

export type Attachment = EnforcementConfiguration['attachments'][number]

/** The values of the form; the body lines of the email are one text. */
export type ConfigurationValues = {
  company: string
  brand: string
  platform: string
  status: boolean
  attachments: readonly Attachment[]
  mailBody: string
}

/** A new form is enabled. */
export const emptyConfiguration: ConfigurationValues = {
  company: '',
  brand: '',
  platform: '',
  status: true,
  attachments: [],
  mailBody: '',
}

/** The form values of a stored configuration. */
export function valuesOf(configuration: EnforcementConfiguration): ConfigurationValues {
  return {
    company: configuration.company.id,
    brand: configuration.brand.id,
    platform: configuration.platform,
    status: configuration.status,
    attachments: configuration.attachments,
    mailBody: configuration.mailBody.join('\n'),
  }
}

/** The text with a placeholder in place of the selection, and the cursor position after it. */
export function withPlaceholder(
  text: string,
  selection: { from: number; to: number },
  name: string,
): { text: string; cursor: number } {
  const placeholder = `{{${name}}}`
  return {
    text: text.slice(0, selection.from) + placeholder + text.slice(selection.to),
    cursor: selection.from + placeholder.length,
  }
}
