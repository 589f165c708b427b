import { ActionIcon, Button, Fieldset, Group, Stack, Text } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { changedEntry, keyOfEntry } from './entry-keys.ts'

type Props<Entry> = {
  /** Heading of the list, and what one entry is called: 'Mark'. */
  legend: string
  entryName: string
  /** A sentence above the entries. */
  hint?: ReactNode
  entries: readonly Entry[]
  max: number
  empty: Entry
  set: (entries: Entry[]) => void
  error: string | undefined
  /** The inputs of one entry; `change` replaces some of its values. */
  inputs: (entry: Entry, change: (values: Partial<Entry>) => void) => ReactNode
}

/** A list of entries within a form, each a row of inputs; entries are added and removed. */
export function EntriesField<Entry extends object>(props: Props<Entry>) {
  const { legend, entryName, hint, entries, max, empty, set, error, inputs } = props
  const name = entryName.toLowerCase()
  return (
    <Fieldset legend={legend} p="sm">
      <Stack gap="xs">
        {hint}
        {entries.map((entry, at) => (
          <Group key={keyOfEntry(entry)} gap="xs" align="flex-end" role="group" aria-label={`${entryName} ${at + 1}`}>
            {inputs(entry, (values) => set(entries.with(at, changedEntry(entry, values))))}
            <ActionIcon
              size={28}
              aria-label={`Remove ${name} ${at + 1}`}
              onClick={() => set(entries.filter((_, other) => other !== at))}
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
            disabled={entries.length >= max}
            // A copy: several may be added.
            onClick={() => set([...entries, { ...empty }])}
          >
            Add {name}
          </Button>
        </Group>
      </Stack>
    </Fieldset>
  )
}
