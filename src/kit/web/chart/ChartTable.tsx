import { Anchor, Table, UnstyledButton } from '@mantine/core'
import { type Chart, type ChartActions, type ChartSegment, tableOf } from './chart.ts'
import classes from './chart.module.css'
import { countText } from '#vocabulary/numbers.ts'

/** The numbers of a chart as a table; a number links to the same target as its part of the chart. */
export function ChartTable({ title, chart, actions }: { title: string; chart: Chart; actions: ChartActions }) {
  const { heads, rows } = tableOf(chart)
  return (
    <Table.ScrollContainer
      minWidth={0}
      type="native"
      className={classes['table']!}
      tabIndex={0}
      role="region"
      aria-label={`${title}, numbers`}
    >
      <Table aria-label={title} verticalSpacing={4} horizontalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            {heads.map((head, at) => (
              <Table.Th key={head} ta={at === 0 ? 'left' : 'right'}>
                {head === '' ? <span className="visually-hidden">Label</span> : head}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ cells, numbers, segments }) => (
            <Table.Tr key={cells[0]}>
              <Table.Th scope="row" fw={500}>
                {cells[0]}
              </Table.Th>
              {numbers.map((number, at) => (
                <Table.Td key={heads[at + 1]} ta="right">
                  <Figure number={number} segment={segments[at]} actions={actions} />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

type FigureProps = { number: number | null; segment: ChartSegment | undefined; actions: ChartActions }

function Figure({ number, segment, actions }: FigureProps) {
  if (number === null) return '–'
  const text = Number.isInteger(number) ? countText(number) : String(number)
  if (!segment || number === 0) return text
  const address = actions.addressOf?.(segment)
  if (address)
    return (
      <Anchor
        href={address}
        size="sm"
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return
          event.preventDefault()
          actions.open?.(segment)
        }}
      >
        {text}
      </Anchor>
    )
  if (!actions.open || actions.addressOf) return text
  return (
    <UnstyledButton className={classes['figure']!} onClick={() => actions.open?.(segment)}>
      {text}
    </UnstyledButton>
  )
}
