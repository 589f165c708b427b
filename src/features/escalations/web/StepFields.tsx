import { ActionIcon, Group, NumberInput, Paper, Select, Text } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react'
import { MailContent } from '#features/enforcement-config/web/MailContent.tsx'
import { stepPlaceholders } from '#features/escalations/contract.ts'
import { stepName } from './texts.ts'
import type { StepKind } from '#features/escalations/rules.ts'
import { type TypedStep, withKind } from './escalation-form.ts'
import { texts } from './texts.ts'

type Props = {
  step: TypedStep
  index: number
  /** The kinds that are possible; without host and registrar a step is a report through a form. */
  kinds: readonly StepKind[]
  /** How many steps there are. */
  total: number
  change: (step: TypedStep) => void
  move: (by: -1 | 1) => void
  remove: () => void
}

/** One step of an escalation: its kind, after how many days, and the text of its email. */
export function StepFields({ step, index, kinds, total, change, move, remove }: Props) {
  const n = index + 1
  return (
    <Paper withBorder p="sm" component="section" aria-label={texts.step(n)}>
      <Group align="flex-end" gap="sm" mb="xs">
        <Select
          label={texts.kind}
          w={220}
          data={kinds.map((kind) => ({
            value: kind,
            label: stepName[kind],
            // The complaint must be the last step.
            disabled: kind === 'icann' && n < total,
          }))}
          value={step.kind}
          onChange={(kind) => kind && change(withKind(step, kind as StepKind))}
        />
        <NumberInput
          label={texts.days}
          w={200}
          min={1}
          max={365}
          allowDecimal={false}
          allowNegative={false}
          clampBehavior="none"
          value={step.days}
          onChange={(days) => change({ ...step, days: String(days) })}
        />
        <Group gap={4} ml="auto">
          <ActionIcon size={30} aria-label={texts.up(n)} disabled={index === 0} onClick={() => move(-1)}>
            <IconArrowUp size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon size={30} aria-label={texts.down(n)} disabled={n === total} onClick={() => move(1)}>
            <IconArrowDown size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon size={30} aria-label={texts.remove(n)} onClick={remove}>
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Group>
      </Group>
      {step.kind === 'icann' || !kinds.includes('host') ? (
        <Text size="sm" c="dimmed">
          {step.kind === 'icann' ? texts.icann : texts.byForm}
        </Text>
      ) : (
        <MailContent text={step.text} change={(text) => change({ ...step, text })} known={stepPlaceholders} rows={7} />
      )}
    </Paper>
  )
}
