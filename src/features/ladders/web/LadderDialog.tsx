import { Button, Group, Switch, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { LockedSubject, titleOf } from '#features/brands/web/SubjectFields.tsx'
import { type Ladder, ladders, maxSteps } from '#features/ladders/contract.ts'
import { toastError, toastSuccess } from '#kit/web/alerts.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/FormDialog.tsx'
import { oopsOf } from '#kit/web/oops.ts'
import { useForm } from '#kit/web/use-form.ts'
import { moved, sentOf, type TypedStep, valuesOf, withStep } from './ladder-form.ts'
import { StepFields } from './StepFields.tsx'
import { words } from './texts.ts'

type Props = { ladder: Ladder; close: () => void; onSaved: () => void }

const labels = { enabled: 'Escalation', stopsOnReply: words.stopsOnReply, steps: words.steps } as const

/** The form of an escalation: on or off, whether a reply stops it, and its steps in order. */
export function LadderDialog({ ladder, close, onSaved }: Props) {
  const form = useForm({
    begin: valuesOf(ladder),
    version: ladder.version,
    send: (values, version) => call(ladders.save, { id: ladder.id, ...sentOf(values), version: version ?? 0 }),
    read: (record) => valuesOf(record as Ladder),
    onSaved: (answer) => {
      toastSuccess((answer as { message: string }).message)
      onSaved()
    },
    onRefused: (error) => toastError(oopsOf(error)),
  })
  const { values, set, errors } = form
  const { steps } = values
  const change = (at: number, step: TypedStep) => set('steps', steps.with(at, step))
  return (
    <FormDialog title={words.dialog} form={form} labels={labels} close={close} size="xl" stays>
      <LockedSubject company={ladder.company.name} brand={ladder.brand.name} platform={titleOf(ladder.platform)} />
      <Group gap="lg">
        <Switch
          label={words.enabled(values.enabled)}
          checked={values.enabled}
          onChange={(event) => set('enabled', event.currentTarget.checked)}
        />
        <Switch
          label={words.stopsOnReply}
          checked={values.stopsOnReply}
          onChange={(event) => set('stopsOnReply', event.currentTarget.checked)}
        />
        {ladder.running > 0 ? (
          <Text size="sm" c="dimmed">
            {words.running(ladder.running)}
          </Text>
        ) : null}
      </Group>
      {steps.length === 0 ? (
        <Text size="sm" c="dimmed">
          {words.noSteps}
        </Text>
      ) : null}
      {steps.map((step, at) => (
        <StepFields
          key={step.key}
          step={step}
          index={at}
          of={steps.length}
          change={(next) => change(at, next)}
          move={(by) => set('steps', moved(steps, at, by))}
          remove={() => set('steps', steps.toSpliced(at, 1))}
        />
      ))}
      {errors['steps'] ? (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {errors['steps']}
        </Text>
      ) : null}
      <Group>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden />}
          disabled={steps.length >= maxSteps}
          onClick={() => set('steps', withStep(steps, crypto.randomUUID()))}
        >
          {words.addStep}
        </Button>
      </Group>
    </FormDialog>
  )
}
