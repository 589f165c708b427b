import { ActionIcon, Button, Group, TextInput } from '@mantine/core'
import { IconFilterFilled, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { Dropdown, useDropdown } from '#kit/web/Dropdown.tsx'

/** A column's search icon with its text box (S-031). `text` is the column's current filter. */
export function ColumnFilter({
  label,
  text,
  onApply,
}: {
  label: string
  text: string
  onApply: (text: string) => void
}) {
  const [typed, setTyped] = useState(text)
  const dropdown = useDropdown({ onOpen: () => setTyped(text) })
  const apply = (wanted: string) => {
    dropdown.close()
    if (wanted.trim() !== text) onApply(wanted.trim())
  }
  return (
    <Dropdown
      dropdown={dropdown}
      width={240}
      withArrow
      shadow="md"
      position="bottom-end"
      target={
        <ActionIcon
          {...dropdown.button}
          size={24}
          variant={text ? 'light' : 'subtle'}
          color={text ? undefined : 'gray'}
          ml={4}
          aria-label={text ? `Filter ${label}, now “${text}”` : `Filter ${label}`}
        >
          {text ? <IconFilterFilled size={13} aria-hidden="true" /> : <IconSearch size={13} aria-hidden="true" />}
        </ActionIcon>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          apply(typed)
        }}
      >
        <TextInput
          size="xs"
          label={`${label} contains`}
          data-autofocus
          maxLength={2048}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Group gap="xs" mt="xs" justify="flex-end">
          {text ? (
            <Button size="compact-sm" variant="subtle" onClick={() => apply('')}>
              Clear
            </Button>
          ) : null}
          <Button size="compact-sm" type="submit">
            Apply Filter
          </Button>
        </Group>
      </form>
    </Dropdown>
  )
}
