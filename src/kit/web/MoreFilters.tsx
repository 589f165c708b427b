import { Button, Popover, ScrollArea, Stack, Text, UnstyledButton } from '@mantine/core'
import { IconChevronLeft } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { closeByEscape } from './close-by-escape.ts'
import type { FilterField } from './filter-fields.ts'
import classes from './FilterBar.module.css'

type Props = {
  fields: readonly FilterField[]
  control: (field: FilterField, onDone: () => void) => ReactNode
}

/** Filters that have no button of their own: choose one, then its condition. Nothing where there are none. */
export function MoreFilters({ fields, control }: Props) {
  const [open, setOpen] = useState(false)
  const [chosen, choose] = useState<FilterField>()
  if (fields.length === 0) return null
  const change = (isOpen: boolean) => {
    setOpen(isOpen)
    if (isOpen) choose(undefined)
  }
  return (
    <Popover opened={open} onChange={change} position="bottom-start" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button
          size="xs"
          variant="default"
          className={classes.button}
          aria-label="More filters"
          data-rest
          onClick={() => change(!open)}
          onKeyDown={closeByEscape(open, () => change(false))}
        >
          More
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="xs" aria-label="More filters">
        {chosen ? (
          <Stack gap={6}>
            <Button
              size="compact-xs"
              variant="subtle"
              color="gray"
              justify="flex-start"
              leftSection={<IconChevronLeft size={13} aria-hidden />}
              aria-label="Back to all filters"
              onClick={() => choose(undefined)}
            >
              {chosen.label}
            </Button>
            {control(chosen, () => setOpen(false))}
          </Stack>
        ) : (
          <ScrollArea.Autosize mah={320} type="auto" offsetScrollbars viewportProps={{ tabIndex: -1 }}>
            <Stack gap={0} w={200} role="group" aria-label="Columns">
              {fields.map((field) => (
                <UnstyledButton key={field.name} className={classes.more} onClick={() => choose(field)}>
                  <Text size="sm">{field.label}</Text>
                </UnstyledButton>
              ))}
            </Stack>
          </ScrollArea.Autosize>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
