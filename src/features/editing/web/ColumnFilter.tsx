import { ActionIcon, Button, Group, Popover, TextInput } from '@mantine/core'
import { IconFilterFilled, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'

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
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState(text)
  const apply = (wanted: string) => {
    setOpen(false)
    if (wanted.trim() !== text) onApply(wanted.trim())
  }
  const turn = (open: boolean) => {
    if (open) setTyped(text)
    setOpen(open)
  }
  return (
    <Popover
      opened={isOpen}
      onChange={turn}
      width={240}
      withArrow
      trapFocus
      shadow="md"
      position="bottom-end"
      withinPortal
    >
      <Popover.Target>
        <ActionIcon
          size={24}
          variant={text ? 'light' : 'subtle'}
          color={text ? undefined : 'gray'}
          ml={4}
          aria-label={text ? `Filter ${label}, now “${text}”` : `Filter ${label}`}
          onClick={() => turn(!isOpen)}
        >
          {text ? <IconFilterFilled size={13} aria-hidden="true" /> : <IconSearch size={13} aria-hidden="true" />}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
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
      </Popover.Dropdown>
    </Popover>
  )
}
