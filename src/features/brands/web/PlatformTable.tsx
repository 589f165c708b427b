import { ActionIcon, Group, Table } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { Mark } from '#kit/web/cells.tsx'
import { useNarrow } from '#kit/web/narrow.ts'
import { businessToday } from '#kit/web/settings.ts'
import stacked from '#kit/web/stacked-table.module.css'
import { showDay } from '#vocabulary/dates.ts'
import { hasEnded, offeredPlatforms, platformTitle, type Watches } from './brand-form.ts'

type Props = { label: string; platforms: Watches; remove?: (key: string) => void }

/** Start date, end date and reporting period of each platform; one whose end has passed is marked (G113). */
export function PlatformTable({ label, platforms, remove }: Props) {
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
            {remove ? (
              <Table.Th w={44}>
                <span className="visually-hidden">Remove</span>
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
                {remove ? (
                  <Table.Td py={0} data-part="open">
                    <ActionIcon size={26} aria-label={`Remove ${platformTitle(value)}`} onClick={() => remove(value)}>
                      <IconTrash size={15} aria-hidden />
                    </ActionIcon>
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
