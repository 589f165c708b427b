import { ActionIcon, Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconColumns3 } from '@tabler/icons-react'
import { Dropdown, useDropdown } from './Dropdown.tsx'
import { Segments } from './Segments.tsx'
import { movedColumn, orderedBy, type Density, type TableSettings } from './table-settings.ts'

type Props = {
  columns: readonly { name: string; label: string }[]
  settings: { now: TableSettings; set: (settings: TableSettings) => void }
}

/** Which columns a table shows, in which order, and how dense its rows are. */
export function TableSettingsMenu({ columns, settings }: Props) {
  const { now, set } = settings
  const dropdown = useDropdown()
  const names = orderedBy(
    columns.map((column) => column.name),
    now.order,
  )
  return (
    <Dropdown
      dropdown={dropdown}
      position="bottom-end"
      shadow="md"
      padding="sm"
      target={
        <ActionIcon
          {...dropdown.button}
          variant="default"
          size={30}
          aria-label="Columns and density"
          title="Columns and density"
        >
          <IconColumns3 size={16} />
        </ActionIcon>
      }
    >
      <Stack gap={8} w={250}>
        <Segments<Density>
          isWide
          label="Row height"
          choices={[
            { value: 'comfortable', label: 'Comfortable' },
            { value: 'compact', label: 'Compact' },
          ]}
          value={now.density}
          onChange={(density) => set({ ...now, density })}
        />
        <Stack gap={0}>
          {names.map((name) => (
            <ColumnSetting
              key={name}
              name={name}
              label={columns.find((column) => column.name === name)!.label}
              names={names}
              settings={settings}
            />
          ))}
        </Stack>
        <Group justify="space-between">
          <Text size="xs" c="dimmed">
            Saved for you
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
    </Dropdown>
  )
}

type ColumnProps = Pick<Props, 'settings'> & { name: string; label: string; names: readonly string[] }

/** One column: shown or hidden, and its position. The last one that is shown cannot be hidden. */
function ColumnSetting({ name, label, names, settings: { now, set } }: ColumnProps) {
  const index = names.indexOf(name)
  const isShown = !now.hidden.includes(name)
  const toggle = () =>
    set({ ...now, hidden: isShown ? [...now.hidden, name] : now.hidden.filter((one) => one !== name) })
  return (
    <Group justify="space-between" wrap="nowrap" mih={30}>
      <Checkbox
        size="xs"
        label={label}
        checked={isShown}
        disabled={isShown && names.length - now.hidden.length <= 1}
        onChange={toggle}
      />
      <Group gap={0} wrap="nowrap">
        <ActionIcon
          size={24}
          variant="subtle"
          color="gray"
          aria-label={`Move ${label} to the left`}
          disabled={index === 0}
          onClick={() => set({ ...now, order: movedColumn(names, name, -1) })}
        >
          <IconChevronUp size={14} />
        </ActionIcon>
        <ActionIcon
          size={24}
          variant="subtle"
          color="gray"
          aria-label={`Move ${label} to the right`}
          disabled={index === names.length - 1}
          onClick={() => set({ ...now, order: movedColumn(names, name, 1) })}
        >
          <IconChevronDown size={14} />
        </ActionIcon>
      </Group>
    </Group>
  )
}
