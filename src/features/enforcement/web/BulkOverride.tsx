import type { Missing } from '#features/notices/contract.ts'
import { MissingItems, messagesOf } from '#features/notices/web/MissingItems.tsx'
import { type OverrideReason, ReasonField } from '#features/notices/web/ReasonField.tsx'
import { texts as noticeTexts } from '#features/notices/web/texts.ts'

type Props = {
  /** Of the groups that are sent; each shows its own. */
  lacking: readonly Missing[]
  errors: Readonly<Record<string, string>>
  reason: OverrideReason | undefined
}

/** What the last attempt was refused for, and the reason of an Admin for sending incomplete notices. */
export function BulkOverride({ lacking, errors, reason }: Props) {
  const mayOverride = reason !== undefined && (lacking.length === 0 || lacking.some(({ isFinal }) => !isFinal))
  if (messagesOf({ missing: [], errors }).length > 0)
    return <MissingItems missing={[]} errors={errors} mayOverride={mayOverride} reason={reason} />
  if (lacking.length === 0 || !mayOverride) return null
  return <ReasonField label={noticeTexts.overrideReason} {...reason} error={errors['overrideReason']} />
}
