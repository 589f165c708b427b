import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type LogRecord, type SortColumn, sortedBy } from '#features/history/contract.ts'
import { logHeads } from '#features/history/messages.ts'
import { CutText, StatusMark } from '#kit/web/cells.tsx'
import { ariaSortOf, SortButton } from '#kit/web/RecordHead.tsx'
import { useNarrow } from '#kit/web/narrow.ts'
import { RowSkeletons } from '#kit/web/RowSkeletons.tsx'
import { nextSort, type Sort } from '#kit/web/sort-cycle.ts'
import { SortSelect } from '#kit/web/SortSelect.tsx'
import stacked from '#kit/web/stacked-table.module.css'
import { platformOf } from '#platforms/all.ts'
import { showMoment } from '#vocabulary/dates.ts'
import { cutUsername, moduleText, texts } from './texts.ts'
import classes from './Log.module.css'
import cards from './LogCards.module.css'
import { countText } from '#vocabulary/numbers.ts'

type Props = {
  rows: readonly LogRecord[]
  zone: string
  isFirst: boolean
  isOld: boolean
  sort: { now: Sort; set: (sort: Sort) => void }
}

/** The columns of the API behind the headers; the number cannot be sorted by. */
const sortColumns: readonly (SortColumn | undefined)[] = [undefined, ...sortedBy]

/** What the cards of a phone, which have no headers, are sorted by. */
const sortChoices = sortedBy.map((name, at) => ({
  name,
  label: logHeads[at + 1]!,
  sortable: true,
  width: 0,
  cell: () => null,
}))

/** Changes of status, one per line; the address opens the finding. */
export function LogTable({ rows, zone, isFirst, isOld, sort }: Props) {
  const asCards = useNarrow()
  return (
    // A wide table scrolls horizontally, also by keyboard.
    <section className={`${classes.scroller} ${cards['frame']}`} tabIndex={0} aria-label={texts.logTitle}>
      {asCards ? <SortSelect columns={sortChoices} sort={sort.now} onSort={sort.set} /> : null}
      <table
        className={`${classes.table} ${stacked['stacked']} ${cards['cards']}`}
        aria-busy={isFirst || isOld}
        data-old={isOld || undefined}
      >
        <colgroup>
          {logHeads.map((head) => (
            <col key={head} data-head={head} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {logHeads.map((head, at) => {
              const by = sortColumns[at]
              const order = sort.now !== null && sort.now.by === by ? sort.now.order : undefined
              return (
                <th key={head} scope="col" aria-sort={ariaSortOf(order)}>
                  {by === undefined ? (
                    head
                  ) : (
                    <SortButton label={head} order={order} onClick={() => sort.set(nextSort(sort.now, by))} />
                  )}
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={row.id}>
              <td data-head={logHeads[0]}>{countText(at + 1)}</td>
              <td data-head={logHeads[1]}>
                <CutText text={row.company.name} />
              </td>
              <td data-head={logHeads[2]}>
                <CutText text={row.brand.brandName} />
              </td>
              <td data-head={logHeads[3]}>{platformOf(row.platform)?.title ?? row.platform}</td>
              <td data-head={logHeads[4]}>
                <CutText text={moduleText(row)} />
              </td>
              <td data-head={logHeads[5]} title={row.reqUserId.username}>
                {cutUsername(row.reqUserId.username)}
              </td>
              <td data-part="title">
                <FindingLink row={row} />
              </td>
              <td data-head={logHeads[7]}>
                <time dateTime={row.createdAt}>{showMoment(row.createdAt, zone)}</time>
              </td>
              <td data-head={logHeads[8]}>{row.statusFrom ? <StatusMark code={row.statusFrom} /> : null}</td>
              <td data-head={logHeads[9]}>
                <StatusMark code={row.statusTo} />
              </td>
            </tr>
          ))}
          {isFirst && <RowSkeletons count={10} span={logHeads.length} height={36} />}
        </tbody>
      </table>
    </section>
  )
}

/** Opens the finding next to the log, with its own URL. */
function FindingLink({ row }: { row: LogRecord }) {
  // The routes come from a list, so the router cannot type their search parameters; all of them are strings.
  const search = ((before: object) => ({ ...before, finding: row.finding })) as never
  return (
    <Anchor component={Link} to="/logs" search={search} className={classes.address!} title={row.searchTerm}>
      {row.searchTerm || row.finding}
    </Anchor>
  )
}
