import { Alert, Anchor, Checkbox, Table, Text } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { Link, useSearch } from '@tanstack/react-router'
import { work } from '#features/work/contract.ts'
import type { CallOutput } from '#kit/contract/endpoint.ts'
import { call } from '#kit/web/call.ts'
import { useConfirm } from '#kit/web/Confirm.tsx'
import { EmptyState } from '#kit/web/EmptyState.tsx'
import { ErrorState } from '#kit/web/ErrorState.tsx'
import { LoadingRows } from '#kit/web/Loading.tsx'
import { PageFrame } from '#kit/web/PageFrame.tsx'
import { useChangeAddress } from '#kit/web/use-address.ts'
import { countText } from '#vocabulary/numbers.ts'
import { PersonMenu } from './AssignMenu.tsx'
import { texts } from './texts.ts'
import { useBoard, useWorkChange } from './use-work.ts'
import classes from './work.module.css'

/** Who has how much open work, how much nobody has, and what returned to the queue by itself. */
export function WorkloadScreen() {
  const { data, error, isPending, refetch } = useBoard()
  return (
    <PageFrame title={texts.workload}>
      {isPending ? <LoadingRows rows={6} /> : null}
      {error ? <ErrorState error={error} retry={() => void refetch()} /> : null}
      {data ? <Board board={data} /> : null}
    </PageFrame>
  )
}

function Board({ board }: { board: CallOutput<typeof work.board> }) {
  return (
    <div className={classes['board']}>
      <div className={classes['queue']}>
        <Text fw={600} fz={24} className="tabular">
          {countText(board.queue)}
        </Text>
        <Text fw={600}>{texts.queue}</Text>
        <Text size="sm" c="dimmed">
          {texts.queueHint}
        </Text>
      </div>
      {board.returned.map(({ name, count, at }) => (
        <Alert key={`${name} ${at}`} color="gray" py={8} icon={<IconArrowBackUp size={16} aria-hidden />}>
          {texts.returned(name, count)}
        </Alert>
      ))}
      {board.people.length === 0 ? <EmptyState title={texts.noStaff} /> : <ChosenPeople people={board.people} />}
    </div>
  )
}

/** Everybody, or those with overdue work, as the address says. */
function ChosenPeople({ people }: { people: People }) {
  const changeAddress = useChangeAddress()
  const { overdue }: { overdue?: unknown } = useSearch({ strict: false })
  const onlyOverdue = overdue === 'true'
  const shown = onlyOverdue ? people.filter((one) => one.overdue > 0) : people
  return (
    <>
      <Checkbox
        size="xs"
        label={texts.overduePeople}
        checked={onlyOverdue}
        onChange={({ currentTarget: { checked } }) =>
          void changeAddress(() => ({ search: checked ? { overdue: 'true' } : {}, replace: true }))
        }
      />
      {shown.length === 0 ? <EmptyState title={texts.noneOverdue} /> : <People people={shown} />}
    </>
  )
}

type People = CallOutput<typeof work.board>['people']

function People({ people }: { people: People }) {
  const change = useWorkChange()
  const [confirm, dialog] = useConfirm()
  const move = async (
    { id: person, name, open: count }: Pick<People[number], 'id' | 'name' | 'open'>,
    to: string | null,
  ) => {
    const other = people.find(({ id }) => id === to)?.name
    const text = texts.moveText(count, name, other)
    if (!(await confirm({ title: texts.moveTitle, text, yes: texts.moveNow(count) }))) return
    await change(async () => {
      const { moment, ...done } = await call(work.move, { person, to, count })
      return { ...done, undo: () => call(work.undoMove, { person, to, moment }) }
    })
  }
  return (
    <>
      {dialog}
      <Table verticalSpacing={6} aria-label={texts.workload}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{texts.person}</Table.Th>
            <Table.Th ta="right">{texts.open}</Table.Th>
            <Table.Th ta="right">{texts.high}</Table.Th>
            <Table.Th ta="right">{texts.overdue}</Table.Th>
            <Table.Th>
              <span className="visually-hidden">{texts.move}</span>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {people.map((person) => (
            <PersonRow key={person.id} person={person} move={(to) => void move(person, to)} />
          ))}
        </Table.Tbody>
      </Table>
    </>
  )
}

type PersonRowProps = {
  person: People[number]
  /** Moves the open work to another person, or back to the queue. */
  move: (to: string | null) => void
}

function PersonRow({ person: { id, name, open, high, overdue }, move }: PersonRowProps) {
  return (
    <Table.Tr>
      <Table.Td>
        <Anchor component={Link} to="/my-work" search={{ person: id } as never} size="sm">
          {name}
        </Anchor>
      </Table.Td>
      <Table.Td ta="right">{countText(open)}</Table.Td>
      <Table.Td ta="right">{countText(high)}</Table.Td>
      <Table.Td ta="right">
        {overdue > 0 ? (
          <Anchor
            component={Link}
            to="/my-work"
            search={{ person: id, overdue: 'true' } as never}
            size="sm"
            className={classes['late']!}
          >
            {countText(overdue)}
          </Anchor>
        ) : (
          0
        )}
      </Table.Td>
      <Table.Td ta="right">
        {open > 0 ? <PersonMenu label={texts.move} isQuiet isIconOnPhone except={id} choose={move} /> : null}
      </Table.Td>
    </Table.Tr>
  )
}
