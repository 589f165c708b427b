import { Text, Textarea, TextInput } from '@mantine/core'
import type { NextStep } from '#features/escalations/contract.ts'
import type { StepAction } from '#features/escalations/rules.ts'
import { toastError, toastSuccess } from '#kit/web/alerts.ts'
import { failedWith } from '#kit/web/call.ts'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import { FormDialog } from '#kit/web/FormDialog.tsx'
import { useForm } from '#kit/web/use-form.ts'
import { actionNames, actionTitles, texts } from './texts.ts'
import { useDecide } from './use-decide.ts'

type Props = { action: StepAction; runs: readonly NextStep[]; close: () => void; done: () => void }

/** Confirms an action: the reason, and the recipient of the email when one paused step is resumed. */
export function DecideDialog({ action, runs, close, done }: Props) {
  const decide = useDecide()
  const [first] = runs
  const needsAddress = action === 'resume' && runs.length === 1 && first!.state === 'paused' && first!.kind !== 'icann'
  const form = useForm({
    begin: { reason: '', email: '' },
    send: ({ reason, email }) =>
      decide(action, runs, { reason, ...(needsAddress && email.trim() !== '' ? { email } : {}) }),
    onSaved: (answer) => {
      toastSuccess((answer as { message: string }).message)
      done()
    },
    onRefused: (error) => {
      if (!failedWith(error, 422)) toastError(sentenceOf(error))
    },
  })
  return (
    <FormDialog
      title={actionTitles[action]}
      form={form}
      labels={{ reason: texts.reason, email: texts.address }}
      close={close}
      save={actionNames[action]}
      size="md"
    >
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {runs.length === 1 ? first!.address : texts.selected(runs.length)}
      </Text>
      {needsAddress ? (
        <TextInput
          type="email"
          label={texts.address}
          description={texts.addressHint}
          maxLength={254}
          data-autofocus
          value={form.values.email}
          error={form.errors['email']}
          onChange={(event) => form.set('email', event.currentTarget.value)}
        />
      ) : null}
      <Textarea
        label={texts.reason}
        required={action === 'stop'}
        autosize
        minRows={2}
        maxLength={500}
        data-autofocus={needsAddress ? undefined : true}
        value={form.values.reason}
        error={form.errors['reason']}
        onChange={(event) => form.set('reason', event.currentTarget.value)}
      />
    </FormDialog>
  )
}
