import { ActionIcon, Group, Table } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { Mark } from '#kit/web/cells.tsx'
import { useNarrow } from '#kit/web/narrow.ts'
import { businessToday } from '#kit/web/settings.ts'
import stacked from '#kit/web/stacked-table.module.css'
import { showDay } from '#vocabulary/dates.ts'
import type { PlatformKey } from '#vocabulary/platform-names.ts'
import { hasEnded, offeredPlatforms, platformTitle, type Watches } from './brand-form.ts'

type Actions = { change: (key: PlatformKey) => void; remove: (key: PlatformKey) => void }
type Props = { label: string; platforms: Watches; actions?: Actions }

/** Start date, end date and reporting period of each platform; one whose end has passed is marked (G113). */
export function PlatformTable({ label, platforms, actions }: Props) {
  const isNarrow = useNarrow()
  const today = businessToday()
  const shown = offeredPlatforms.filter(({ value }) => value in platforms)
  return (
    <Table.ScrollContainer minWidth={420} maw={760}>
      <Table aria-label={label} withTableBorder={!isNarrow} className={stacked['stacked']!}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Platform</Table.Th>
            <Table.Th>Start date</Table.Th>
            <Table.Th>End date</Table.Th>
            <Table.Th>Reporting period</Table.Th>
            {actions ? (
              <Table.Th w={72}>
                <span className="visually-hidden">Action</span>
              </Table.Th>
            ) : null}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shown.map(({ value }) => {
            const watch = platforms[value] ?? {}
            return (
              <Table.Tr key={value}>
                <Table.Td data-part="title">
                  <Group gap={8} wrap="nowrap">
                    {platformTitle(value)}
                    {hasEnded(watch, today) ? <Mark name="Ended" colour="#868e96" /> : null}
                  </Group>
                </Table.Td>
                <Table.Td data-head="Start date">{showDay(watch.startDate)}</Table.Td>
                <Table.Td data-head="End date">{showDay(watch.endDate)}</Table.Td>
                <Table.Td data-head="Reporting period">{watch.reportingPeriod ?? ''}</Table.Td>
                {actions ? (
                  <Table.Td py={0} data-part="open">
                    <Group gap={4} wrap="nowrap">
                      <ActionIcon
                        size={26}
                        aria-label={`Change ${platformTitle(value)}`}
                        onClick={() => actions.change(value)}
                      >
                        <IconPencil size={15} aria-hidden />
                      </ActionIcon>
                      <ActionIcon
                        size={26}
                        aria-label={`Remove ${platformTitle(value)}`}
                        onClick={() => actions.remove(value)}
                      >
                        <IconTrash size={15} aria-hidden />
                      </ActionIcon>
                    </Group>
                  </Table.Td>
                ) : null}
              </Table.Tr>
            )
          })}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
