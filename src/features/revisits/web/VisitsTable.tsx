import { Table, Text } from '@mantine/core'
import type { Visit } from '#features/revisits/contract.ts'
import { CutText } from '#kit/web/cells.tsx'
import stacked from '#kit/web/stacked-table.module.css'
import { showMoment } from '#vocabulary/dates.ts'
import { OutcomeMark } from './OutcomeMark.tsx'
import { texts } from './texts.ts'

/** Visits, newest first, with the evidence stored for each. */
export function VisitsTable({ visits, zone }: { visits: readonly Visit[]; zone: string }) {
  return (
    <Table.ScrollContainer minWidth={720} type="native">
      <Table aria-label={texts.visits} verticalSpacing={4} fz="sm" className={stacked['stacked']!}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Visited</Table.Th>
            <Table.Th>Outcome</Table.Th>
            <Table.Th>Consecutive checks</Table.Th>
            <Table.Th>What was seen</Table.Th>
            <Table.Th>SHA-256</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {visits.map((one) => (
            <Table.Tr key={one.id} data-visit={one.outcome}>
              <Table.Td data-head="Visited">{showMoment(one.at, zone)}</Table.Td>
              <Table.Td data-head="Outcome">
                <OutcomeMark visit={one} />
              </Table.Td>
              <Table.Td data-head="Consecutive checks">{one.streak === 0 ? '–' : one.streak}</Table.Td>
              <Table.Td maw={320} data-head="What was seen">
                <Evidence visit={one} />
              </Table.Td>
              <Table.Td maw={110} data-head="SHA-256" ff="monospace" fz="xs">
                {one.sha256 === null ? '–' : <CutText text={one.sha256} />}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

/**
 * The reason of the outcome, redirects, and an excerpt of the page. Addresses are plain text, so that nobody opens them
 * by accident.
 */
export function Evidence({ visit }: { visit: Visit }) {
  const { reason, address, finalAddress, addresses, title, excerpt } = visit
  const redirect = finalAddress !== null && finalAddress !== address ? ` → ${finalAddress}` : ''
  return (
    <>
      <Text size="sm">{reason}</Text>
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {address}
        {redirect}
        {addresses.length > 0 ? ` · ${addresses.slice(0, 3).join(', ')}` : ''}
      </Text>
      {title || excerpt ? (
        <Text size="xs" lineClamp={3} title={excerpt ?? ''}>
          {title ? <b>{title} </b> : null}
          {excerpt}
        </Text>
      ) : null}
    </>
  )
}
