import { Tooltip } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconClock, IconX } from '@tabler/icons-react'
import type { EnforcementRecord } from '#features/enforcement/contract-schemas.ts'
import classes from './Enforcement.module.css'
import { texts } from './texts.ts'

const icons = { waiting: IconClock, sent: IconCheck, failed: IconX, unknown: IconAlertTriangle } as const

/** The delivery state of a record's email: an icon and a label, with the reason in a tooltip. */
export function MailState({ record }: { record: EnforcementRecord }) {
  if (!record.mail) return null
  const { state, reason } = record.mail
  const Icon = icons[state]
  const mark = (
    <span className={classes['mail']} data-state={state} tabIndex={reason ? 0 : undefined}>
      <Icon size={14} aria-hidden />
      {texts.mail[state]}
      {record.abuseEmailId ? <span className={classes['to']}>{record.abuseEmailId}</span> : null}
    </span>
  )
  if (!reason) return mark
  return (
    <Tooltip label={reason} multiline maw={420} events={{ hover: true, focus: true, touch: true }}>
      {mark}
    </Tooltip>
  )
}
