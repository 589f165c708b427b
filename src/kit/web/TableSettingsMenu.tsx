import { ActionIcon, Button, Checkbox, Group, Popover, SegmentedControl, Stack, Text } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconColumns3 } from '@tabler/icons-react'
import { movedColumn, orderedBy, type Density, type TableSettings } from './table-settings.ts'

type Props = {
  columns: readonly { name: string; label: string }[]
  settings: { now: TableSettings; set: (settings: TableSettings) => void }
}

/** Which columns a table shows, in which order, and how dense its rows are. */
export function TableSettingsMenu({ columns, settings }: Props) {
  const { now, set } = settings
  const names = orderedBy(
    columns.map((column) => column.name),
    now.order,
  )
  const hide = (name: string) =>
    set({
      ...now,
      hidden: now.hidden.includes(name) ? now.hidden.filter((one) => one !== name) : [...now.hidden, name],
    })
  return (
    <Popover position="bottom-end" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon variant="default" size={30} aria-label="Columns and density" title="Columns and density">
          <IconColumns3 size={16} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p="sm">
        <Stack gap={8} w={250}>
          <SegmentedControl
            size="xs"
            fullWidth
            aria-label="Row height"
            data={[
              { value: 'comfortable', label: 'Comfortable' },
              { value: 'compact', label: 'Compact' },
            ]}
            value={now.density}
            onChange={(density) => set({ ...now, density: density as Density })}
          />
          <Stack gap={0}>
            {names.map((name, at) => {
              const label = columns.find((column) => column.name === name)!.label
              const isShown = !now.hidden.includes(name)
              return (
                <Group key={name} justify="space-between" wrap="nowrap" h={30}>
                  <Checkbox
                    size="xs"
                    label={label}
                    checked={isShown}
                    disabled={isShown && names.length - now.hidden.length <= 1}
                    onChange={() => hide(name)}
                  />
                  <Group gap={0} wrap="nowrap">
                    <ActionIcon
                      size={22}
                      variant="subtle"
                      color="gray"
                      aria-label={`Move ${label} to the left`}
                      disabled={at === 0}
                      onClick={() => set({ ...now, order: movedColumn(names, name, -1) })}
                    >
                      <IconChevronUp size={14} />
                    </ActionIcon>
                    <ActionIcon
                      size={22}
                      variant="subtle"
                      color="gray"
                      aria-label={`Move ${label} to the right`}
                      disabled={at === names.length - 1}
                      onClick={() => set({ ...now, order: movedColumn(names, name, 1) })}
                    >
                      <IconChevronDown size={14} />
                    </ActionIcon>
                  </Group>
                </Group>
              )
            })}
          </Stack>
          <Group justify="space-between">
            <Text size="xs" c="dimmed">
              Saved in this browser
            </Text>
            <Button
              size="compact-xs"
              variant="subtle"
              onClick={() => set({ density: now.density, order: [], hidden: [], widths: {} })}
            >
              Reset
            </Button>
          </Group>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
