import { Alert, Button, Group, Stack, Table, Text } from '@mantine/core'
import { IconArrowRight, IconForms, IconUserExclamation } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { NoticeEmail } from '#features/enforcement-config/web/NoticeEmail.tsx'
import type { enforcement } from '#features/enforcement/contract.ts'
import { MissingItems } from '#features/notices/web/MissingItems.tsx'
import { type OverrideReason, ReasonField } from '#features/notices/web/ReasonField.tsx'
import type { CallOutput } from '#kit/contract/endpoint.ts'
import { StatusMark } from '#kit/web/cells.tsx'
import { showEnforcementDay } from '#vocabulary/dates.ts'
import classes from './Enforcement.module.css'
import { texts } from './texts.ts'

export type SendPreview = CallOutput<typeof enforcement.preview>

type Props = {
  preview: SendPreview
  reason: string
  onReason: (reason: string) => void
  errors: Readonly<Record<string, string>>
  isSending: boolean
  back: () => void
  send: () => void
  finding: { platform: string; id: string } | undefined
  /** Reads again what would be sent. */
  refresh: () => void
  /** Opens the sheet for the web form of a desk that takes no email. */
  openSheet: (desk: { name: string; form: string }) => void
}

/** What sending will do, before it is done: recipient and its source, record, status and the whole email. */
export function SendReview(props: Props) {
  const { preview, reason, onReason, errors, isSending, back, send, finding, refresh, openSheet } = props
  const { isApproved, isApprovalRequired, mayOverride, recallSeconds, gate } = preview
  const mustApprove = isApprovalRequired && !isApproved
  const isIncomplete = gate.missing.length > 0
  const mayNotGo = (mustApprove && !mayOverride) || (isIncomplete && !gate.mayOverride)
  const top = useTopOfDialog()
  return (
    <Stack gap="sm" ref={top} tabIndex={-1} className={classes['review']!}>
      <FormInstead desk={preview.formInstead} openSheet={openSheet} />
      <Approval
        isApproved={isApproved}
        otherwise={preview.approvedOtherwise}
        refused={mustApprove ? 1 : 0}
        reason={mayOverride ? { value: reason, set: onReason, error: errors['overrideReason'] } : undefined}
      />
      <MissingItems
        missing={gate.missing}
        errors={errors}
        mayOverride={gate.mayOverride}
        // The approval asks for the same reason.
        reason={mustApprove && mayOverride ? undefined : { value: reason, set: onReason }}
        finding={finding}
        onPicture={refresh}
      />
      <RecordTable preview={preview} />
      <Text size="sm" c="dimmed">
        {texts.setsInProgress} {recallSeconds > 0 ? texts.mayRecall(recallSeconds) : ''}
      </Text>
      <NoticeEmail notice={preview} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={back} disabled={isSending}>
          Back
        </Button>
        <Button
          onClick={send}
          loading={isSending}
          disabled={mayNotGo || ((mustApprove || isIncomplete) && reason.trim() === '')}
        >
          {texts.sendNow}
        </Button>
      </Group>
    </Stack>
  )
}

/** The dialog is scrolled to where the form was submitted; what stands against sending is above. */
function useTopOfDialog() {
  const top = useRef<HTMLDivElement>(null)
  useEffect(() => {
    top.current?.focus({ preventScroll: true })
    top.current?.scrollIntoView()
  }, [])
  return top
}

type FormInsteadProps = { desk: SendPreview['formInstead'] } & Pick<Props, 'openSheet'>

/** The desk of the address acts on its form only: offers that instead. */
function FormInstead({ desk, openSheet }: FormInsteadProps) {
  if (!desk) return null
  return (
    <Alert
      color="orange"
      variant="default"
      icon={<IconForms aria-hidden />}
      title={texts.formOnly(desk.name)}
      styles={{ title: { color: 'var(--mantine-color-text)' } }}
    >
      <Text size="sm">{texts.formOnlyHint}</Text>
      <Button size="compact-sm" mt="xs" onClick={() => openSheet(desk)}>
        {texts.openSheet}
      </Button>
    </Alert>
  )
}

/** The record that sending writes, and the status that follows. */
function RecordTable({ preview: { record, to, source, status } }: { preview: SendPreview }) {
  const rows = [
    [texts.recipient, to],
    [texts.addressFrom, source ?? texts.typedAddress],
    ['Registrar', record.registrar],
    ['IP Address', record.ipAddress],
    ['Hosting', record.hosting],
    ['Action Taken', record.actionTaken],
    ['Date', showEnforcementDay(record.date)],
  ]
  return (
    <Table variant="vertical" withTableBorder layout="fixed" aria-label={texts.reviewRecord}>
      <Table.Tbody>
        {rows.map(([label, value]) => (
          <Table.Tr key={label}>
            <Table.Th scope="row" w={150}>
              {label}
            </Table.Th>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>{value || '–'}</Table.Td>
          </Table.Tr>
        ))}
        <Table.Tr>
          <Table.Th scope="row">Status</Table.Th>
          <Table.Td>
            <Group gap={6}>
              <StatusMark code={status.from} />
              <IconArrowRight size={14} aria-label="becomes" />
              <StatusMark code={status.to} />
            </Group>
          </Table.Td>
        </Table.Tr>
      </Table.Tbody>
    </Table>
  )
}

type ApprovalProps = {
  isApproved: boolean
  /** How many findings their company does not let go without approval. */
  refused: number
  /** Only an Admin may give one. */
  reason: (OverrideReason & { error: string | undefined }) | undefined
  unapproved?: number
  /** A sentence, if it was approved as another kind of harm. */
  otherwise?: string | null
}

/** Marks what the client has not approved; where the company requires it, an Admin's reason lets it go. */
export function Approval({ isApproved, refused, reason, unapproved = 1, otherwise = null }: ApprovalProps) {
  if (isApproved && otherwise === null) return null
  return (
    <Alert
      color={refused > 0 ? 'red' : 'orange'}
      variant="default"
      icon={<IconUserExclamation aria-hidden />}
      title={otherwise ?? texts.notApproved(unapproved)}
      styles={{ title: { color: 'var(--mantine-color-text)' } }}
    >
      <Text size="sm">
        {refused > 0 ? texts.approvalRequired(Boolean(reason)) : texts.approvalNotRequired}
        {otherwise === null ? null : ` ${texts.askAgain}`}
      </Text>
      {refused > 0 && reason ? <ReasonField mt="xs" label={texts.unapprovedReason} {...reason} /> : null}
    </Alert>
  )
}
