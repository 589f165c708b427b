import { Button, ScrollArea, Stack, Text, UnstyledButton } from '@mantine/core'
import { IconChevronLeft } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Dropdown, useDropdown } from './Dropdown.tsx'
import type { FilterField } from './filter-fields.ts'
import classes from './FilterBar.module.css'

type Props = {
  fields: readonly FilterField[]
  control: (field: FilterField, onDone: () => void) => ReactNode
}

/** Filters that have no button of their own: choose one, then its condition. Nothing where there are none. */
export function MoreFilters({ fields, control }: Props) {
  const [chosen, choose] = useState<FilterField>()
  const dropdown = useDropdown({ onOpen: () => choose(undefined) })
  if (fields.length === 0) return null
  return (
    <Dropdown
      dropdown={dropdown}
      position="bottom-start"
      shadow="md"
      label="More filters"
      padding="xs"
      target={
        <Button
          {...dropdown.button}
          size="xs"
          variant="default"
          className={classes.button}
          aria-label="More filters"
          data-rest
        >
          More
        </Button>
      }
    >
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
          {control(chosen, dropdown.close)}
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
    </Dropdown>
  )
}
