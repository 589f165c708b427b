import { Button, Group, Switch, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { LockedSubject } from '#features/brands/web/SubjectFields.tsx'
import { type Escalation, escalations, maxSteps } from '#features/escalations/contract.ts'
import { stepKindsOf } from '#features/escalations/rules.ts'
import { toastSuccess } from '#kit/web/alerts.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/FormDialog.tsx'
import { alertRefused } from '#kit/web/form-outcome.ts'
import { type FormOf, useForm } from '#kit/web/use-form.ts'
import { platformOf } from '#platforms/all.ts'
import { platformTitleOf } from '#vocabulary/platform-names.ts'
import { moved, payloadOf, type TypedStep, valuesOf, withStep } from './escalation-form.ts'
import { StepFields } from './StepFields.tsx'
import { texts } from './texts.ts'

type Props = { escalation: Escalation; close: () => void; onSaved: () => void }

const labels = { enabled: 'Escalation', stopsOnReply: texts.stopsOnReply, steps: texts.steps } as const

/** The form of an escalation: on or off, whether a reply stops it, and its steps in order. */
export function EscalationDialog({ escalation, close, onSaved }: Props) {
  const form = useForm({
    begin: valuesOf(escalation),
    version: escalation.version,
    send: (values, version) =>
      call(escalations.save, { id: escalation.id, ...payloadOf(values), version: version ?? 0 }),
    read: (record) => valuesOf(record as Escalation),
    onSaved: (answer) => {
      toastSuccess((answer as { message: string }).message)
      onSaved()
    },
    onRefused: alertRefused,
  })
  const { values, set } = form
  return (
    <FormDialog title={texts.dialog} form={form} labels={labels} close={close} size="xl">
      <LockedSubject
        company={escalation.company.name}
        brand={escalation.brand.name}
        platform={platformTitleOf(escalation.platform)}
      />
      <Group gap="lg">
        <Switch
          label={texts.enabled(values.enabled)}
          checked={values.enabled}
          onChange={(event) => set('enabled', event.currentTarget.checked)}
        />
        <Switch
          label={texts.stopsOnReply}
          checked={values.stopsOnReply}
          onChange={(event) => set('stopsOnReply', event.currentTarget.checked)}
        />
        {escalation.running > 0 ? (
          <Text size="sm" c="dimmed">
            {texts.running(escalation.running)}
          </Text>
        ) : null}
      </Group>
      <Steps form={form} platform={escalation.platform} />
    </FormDialog>
  )
}

type StepsProps = { form: FormOf<ReturnType<typeof valuesOf>>; platform: Escalation['platform'] }

/** The steps in their order, and a button for one more. */
function Steps({ form: { values, set, errors }, platform }: StepsProps) {
  const { steps } = values
  const kinds = stepKindsOf(platformOf(platform)!)
  const change = (at: number, step: TypedStep) => set('steps', steps.with(at, step))
  return (
    <>
      {steps.length === 0 ? (
        <Text size="sm" c="dimmed">
          {texts.noSteps}
        </Text>
      ) : null}
      {steps.map((step, at) => (
        <StepFields
          key={step.key}
          step={step}
          index={at}
          kinds={kinds}
          total={steps.length}
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
          onClick={() => set('steps', withStep(steps, crypto.randomUUID(), kinds))}
        >
          {texts.addStep}
        </Button>
      </Group>
    </>
  )
}
