import { ActionIcon, Button, Fieldset, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { DayInput } from '#kit/web/DayInput.tsx'
import { emptyMark, markLabels, type MarkValues } from './brand-form.ts'

type Props = {
  marks: readonly MarkValues[]
  set: (marks: MarkValues[]) => void
  error: string | undefined
}

const maxMarks = 50
const names = Object.keys(markLabels) as (keyof MarkValues)[]

/** The registered marks of a brand, which notices and filing sheets name. */
export function MarksField({ marks, set, error }: Props) {
  const change = (at: number, name: keyof MarkValues, value: string) =>
    set(marks.map((one, other) => (other === at ? { ...one, [name]: value } : one)))
  return (
    <Fieldset legend="Registered marks" p="sm">
      <Stack gap="xs">
        <Text size="xs" c="dimmed">
          Named in notices and filing sheets where the trademark clearinghouse has no mark of this brand with its
          number. Classes are numbers from 1 to 45, separated by commas.
        </Text>
        {marks.map((mark, at) => (
          <Group key={at} gap="xs" align="flex-end" role="group" aria-label={`Mark ${at + 1}`}>
            {names.map((name) => {
              const common = { label: markLabels[name], size: 'xs' } as const
              return name === 'expiresOn' ? (
                <DayInput
                  key={name}
                  {...common}
                  style={{ flex: '1 1 130px' }}
                  value={mark[name]}
                  onDay={(day) => change(at, name, day)}
                />
              ) : (
                <TextInput
                  key={name}
                  {...common}
                  style={{ flex: name === 'link' ? '2 1 220px' : '1 1 130px' }}
                  value={mark[name]}
                  onChange={(event) => change(at, name, event.currentTarget.value)}
                />
              )
            })}
            <ActionIcon
              size={28}
              aria-label={`Remove mark ${at + 1}`}
              onClick={() => set(marks.filter((_, other) => other !== at))}
            >
              <IconTrash size={15} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
        {error ? (
          <Text size="xs" c="var(--mantine-color-error)" role="alert">
            {error}
          </Text>
        ) : null}
        <Group>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconPlus size={14} aria-hidden />}
            disabled={marks.length >= maxMarks}
            onClick={() => set([...marks, emptyMark])}
          >
            Add mark
          </Button>
        </Group>
      </Stack>
    </Fieldset>
  )
}
