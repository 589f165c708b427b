import { Box, Button, Group, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { SendGroup } from '#features/enforcement/contract-schemas.ts'
import { actionsTaken } from '#features/enforcement/rules.ts'
import { captionOf } from '#features/findings/web/finding.ts'
import { PhishingMessages } from '#features/notices/web/PhishingMessages.tsx'
import { CounterfeitProofs } from '#features/notices/web/CounterfeitProofs.tsx'
import { NoticeCheck } from '#features/notices/web/NoticeCheck.tsx'
import { useSession } from '#features/sessions/web/session-context.tsx'
import { OpenModal } from '#kit/web/OpenModal.tsx'
import { PartBoundary } from '#kit/web/PartBoundary.tsx'
import { Restored } from '#kit/web/Restored.tsx'
import { refusable } from '#kit/web/refusable.ts'
import { useDiscardGuard } from '#kit/web/use-discard-guard.tsx'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { AbuseEmail } from './AbuseEmail.tsx'
import type { EnforcedFinding } from './enforced-finding.ts'
import { EnforcementDate } from './EnforcementDate.tsx'
import { FormSheet } from './FormSheet.tsx'
import classes from './Enforcement.module.css'
import { ManyFindings } from './ManyFindings.tsx'
import { statusChoices } from './status-choices.ts'
import { texts } from './texts.ts'
import { DeskHint, useDeskOf } from './DeskHint.tsx'
import { Approval, SendReview } from './SendReview.tsx'
import {
  type DialogSubject,
  type EnforcementForm,
  type Outcome,
  primaryOf,
  useEnforcementForm,
} from './use-enforcement-form.ts'

type Props = {
  platform: FindingPlatformDefinition
  subject: DialogSubject
  close: () => void
  done: (outcome: Outcome) => void
}

/**
 * Records enforcement of one finding or several, or sends notices (S-045 to S-048). Render it only while it is open.
 */
export function EnforcementDialog({ platform, subject, close, done }: Props) {
  const form = useEnforcementForm(platform, subject, done)
  const row = subject.kind === 'one' ? subject.row : undefined
  const mayMail = platform.abilities.includes('mail') && row !== undefined
  const { preview } = form
  const [sheet, setSheet] = useState<{ name: string; form: string }>()
  const title = preview ? texts.reviewTitle : row ? texts.add : texts.bulk
  const [leave, question] = useDiscardGuard({ isTyped: form.isTyped, close })
  return (
    <OpenModal onClose={leave} title={title} size="lg" closeOnClickOutside={false}>
      {row ? <FindingName platform={platform} row={row} /> : null}
      {preview ? (
        <SendReview
          preview={preview}
          reason={form.fields.overrideReason}
          onReason={(reason) => form.set('overrideReason', reason)}
          errors={form.errors}
          isSending={form.working === 'send'}
          back={form.leavePreview}
          send={() => void form.send()}
          finding={row && { platform: platform.value, id: row.id }}
          refresh={() => void form.review()}
          openSheet={setSheet}
        />
      ) : null}
      {row && sheet ? (
        <FormSheet
          subject={{ platform: platform.value, id: row.id, ...sheet, takesEmail: false, facts: factsOf(form) }}
          record={(values) => form.recordForm(sheet.form, values)}
          close={() => setSheet(undefined)}
        />
      ) : null}
      <form
        noValidate
        hidden={preview !== undefined}
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          void (primaryOf(form.fields, mayMail) === 'send' ? form.review() : form.save())
        }}
      >
        <FormContent platform={platform} subject={subject} form={form} mayMail={mayMail} />
        <Buttons form={form} mayMail={mayMail} close={leave} />
      </form>
      {question}
    </OpenModal>
  )
}

type FormContentProps = Pick<Props, 'platform' | 'subject'> & { form: EnforcementForm; mayMail: boolean }

/** The fields, and what belongs to the notice of one finding. */
function FormContent({ platform, subject, form, mayMail }: FormContentProps) {
  const row = subject.kind === 'one' ? subject.row : undefined
  const desk = useDeskOf(platform, platform.abilities.includes('form') ? row?.id : undefined)
  return (
    <>
      {subject.kind === 'many' ? <ManyFindings platform={platform} rows={subject.rows} /> : null}
      <PartBoundary>
        {form.discard ? (
          <Box mb="sm">
            <Restored discard={form.discard} />
          </Box>
        ) : null}
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
          {platform.enforcedWith.length > 0 ? <HostFields form={form} mayOmit={desk?.mayOmit} /> : null}
          <EnforcementDate
            value={form.fields.date}
            error={form.errors['date']}
            onDay={(day) => form.set('date', day)}
          />
          <ActionFields form={form} platform={platform} mayMail={mayMail} />
          {mayMail ? <AbuseEmail form={form} /> : null}
        </SimpleGrid>
        {row && desk ? <DeskHint platform={platform} id={row.id} group={desk} form={form} /> : null}
        {row && platform.abilities.includes('form') ? (
          <CounterfeitProofs platform={platform.value} id={row.id} />
        ) : null}
        {form.refusal ? <NotApproved form={form} subject={subject} /> : null}
        {mayMail && row ? (
          <Stack mt="sm" gap="sm">
            <PhishingMessages platform={platform.value} id={row.id} />
            <NoticeCheck
              platform={platform.value}
              id={row.id}
              reason={form.fields.overrideReason}
              onReason={(reason) => form.set('overrideReason', reason)}
              errors={form.errors}
            />
          </Stack>
        ) : null}
      </PartBoundary>
    </>
  )
}

const factsOf = ({ fields: { registrar, ipAddress, hosting, date } }: EnforcementForm) => ({
  registrar,
  ipAddress,
  hosting,
  date,
})

/** Which finding it is about: the list is behind the dialog. */
function FindingName({ platform, row }: { platform: FindingPlatformDefinition; row: EnforcedFinding }) {
  const caption = captionOf(platform, row)
  const address = String(row[platform.identity] ?? '')
  return (
    <Box mb="sm" style={{ overflowWrap: 'anywhere' }}>
      <Text size="sm" fw={600}>
        {caption}
      </Text>
      {address && address !== caption ? (
        <Text size="xs" c="dimmed">
          {address}
        </Text>
      ) : null}
    </Box>
  )
}

type FormProps = { form: EnforcementForm }

function HostFields({
  form: { fields, errors, set },
  mayOmit,
}: FormProps & { mayOmit: SendGroup['mayOmit'] | undefined }) {
  const inputOf = (name: 'registrar' | 'ipAddress' | 'hosting', label: string) => (
    <TextInput
      label={label}
      required={!(name === 'registrar' ? mayOmit?.registrar : mayOmit?.host)}
      value={fields[name]}
      error={errors[name]}
      maxLength={255}
      onChange={(event) => set(name, event.currentTarget.value)}
    />
  )
  return (
    <>
      {inputOf('registrar', 'Registrar')}
      {inputOf('ipAddress', 'IP Address')}
      {inputOf('hosting', 'Hosting')}
    </>
  )
}

function ActionFields({
  form,
  platform,
  mayMail,
}: FormProps & { platform: FindingPlatformDefinition; mayMail: boolean }) {
  const { fields, errors, set } = form
  return (
    <>
      <Select
        label="Action Taken"
        required
        searchable
        {...refusable(errors['actionTaken'])}
        data={[...actionsTaken]}
        value={fields.actionTaken || null}
        onChange={(action) => set('actionTaken', action ?? '')}
      />
      <Select
        label="Change Status to"
        required
        description={mayMail ? texts.statusHint : undefined}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={statusChoices(platform.value)}
        value={fields.infrigementStatus || null}
        error={errors['infrigementStatus']}
        onChange={(status) => set('infrigementStatus', status ?? '')}
      />
    </>
  )
}

/** Says that the client has not approved it; an Admin may give a reason for going on. */
function NotApproved({ form: { fields, errors, set }, subject }: FormProps & { subject: DialogSubject }) {
  const isAdmin = useSession().user?.role === 'Admin'
  return (
    <Box mt="sm">
      <Approval
        isApproved={false}
        refused={1}
        reason={
          isAdmin
            ? {
                value: fields.overrideReason,
                set: (reason) => set('overrideReason', reason),
                error: errors['overrideReason'],
              }
            : undefined
        }
        unapproved={subject.kind === 'many' ? subject.rows.length : 1}
      />
    </Box>
  )
}

type ButtonsProps = FormProps & { mayMail: boolean; close: () => void }

/** The button that Enter presses, and one beside it. */
const submits = { type: 'submit', variant: 'filled' } as const
const waits = { type: 'button', variant: 'default' } as const

/** 'Save' records without a notice; once an abuse address is chosen, sending is what the form is filled in for. */
function Buttons({ form, mayMail, close }: ButtonsProps) {
  const primary = primaryOf(form.fields, mayMail)
  return (
    <Group justify="flex-end" gap="xs" mt="md" className={classes['buttons']!}>
      <Button variant="default" onClick={close}>
        Close
      </Button>
      {mayMail ? (
        <Button
          {...(primary === 'send' ? submits : { ...waits, onClick: () => void form.review() })}
          loading={form.working === 'send'}
          disabled={form.working === 'save'}
        >
          Send Enforcement
        </Button>
      ) : null}
      <Button
        {...(primary === 'save' ? submits : { ...waits, onClick: () => void form.save() })}
        loading={form.working === 'save'}
        disabled={form.working === 'send'}
      >
        Save
      </Button>
    </Group>
  )
}
