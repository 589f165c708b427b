import { Checkbox, Table, Title } from '@mantine/core'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { ClusterMember } from '#features/clusters/contract.ts'
import type { Finding } from '#features/findings/web/finding.ts'
import { FoundPeek } from '#features/findings/web/FoundPeek.tsx'
import { useFoundRows } from '#features/findings/web/use-found-rows.ts'
import { type Triage, useTriage } from '#features/findings/web/use-triage.ts'
import { ErrorState } from '#kit/web/ErrorState.tsx'
import { LoadingRows } from '#kit/web/Loading.tsx'
import { Pager } from '#kit/web/Pager.tsx'
import { useChangeAddress } from '#kit/web/use-address.ts'
import { useNarrow } from '#kit/web/narrow.ts'
import { besideKeys } from '#kit/web/record-parts.ts'
import stacked from '#kit/web/stacked-table.module.css'
import type { List } from '#kit/web/use-list.ts'
import { useRowKeys } from '#kit/web/use-row-keys.ts'
import { platformOf, platforms } from '#platforms/all.ts'
import { MemberRow } from './MemberRow.tsx'
import { texts } from './texts.ts'
import { type MemberPage, memberQuery, readMemberPage } from './member-pages.ts'
import classes from './clusters.module.css'

type Props = {
  id: string
  /** Without it nothing can be selected. */
  selection?: MemberSelection | undefined
}

/** The selected findings of a cluster, of all its pages: the platform of each by its id. */
export type MemberSelection = {
  now: ReadonlyMap<string, string>
  set: (now: ReadonlyMap<string, string>) => void
  /** Decides on all of them. */
  decide: (status: string) => void
}

/** The page and the open finding, as the address has them. */
function useMemberAddress() {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const changeAddress = useChangeAddress()
  const page = Math.max(1, Math.trunc(Number(search['page'])) || 1)
  const peek = typeof search['peek'] === 'string' ? search['peek'] : undefined
  const go = (to: { page: number; peek: string | undefined }) =>
    void changeAddress(() => ({
      search: { ...(to.page > 1 ? { page: String(to.page) } : {}), ...(to.peek ? { peek: to.peek } : {}) },
      replace: to.page === page,
      resetScroll: false,
    }))
  return { page, peek, go }
}

/** The findings of a cluster, newest first, each with why it belongs there, and the open one beside them. */
export function ClusterMembers({ id, selection }: Props) {
  const address = useMemberAddress()
  const { page, peek, go } = address
  const [isTouched, setTouched] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    ...memberQuery(id, page),
    placeholderData: keepPreviousData,
  })
  const list = useFoundRows(isPlaceholderData ? undefined : data, isTouched || peek !== undefined)
  const members = data?.docs ?? []
  const triage = useMemberTriage({ id, data, list, address, selection })
  const { beside } = triage
  const toggle = selection && ((one: string) => selection.set(toggled(selection.now, one, members)))
  const { active, setActive } = useRowKeys({
    ids: members.map((member) => member.id),
    show: () => {},
    within: box,
    onOpen: beside.open,
    onSelect: toggle,
    onClose: beside.close,
    ...besideKeys(beside),
  })
  const touch = () => setTouched(true)
  return (
    <section className={classes['members']} aria-label={texts.members}>
      <Title order={2} size="h5" mb={6}>
        {texts.members}
      </Title>
      {isPending ? <LoadingRows rows={5} height={36} /> : null}
      {error ? <ErrorState error={error} retry={() => void refetch()} /> : null}
      <div ref={box} className={classes['walk']} onFocus={touch} onPointerDown={touch}>
        {data ? (
          <MemberTable
            members={members}
            rows={list.rows}
            triage={triage}
            active={active}
            open={(one) => {
              setActive(one)
              beside.open(one)
            }}
            selecting={
              selection &&
              toggle && {
                now: selection.now,
                toggle,
                toggleAll: () => selection.set(allToggled(selection.now, members)),
              }
            }
            isOutdated={isPlaceholderData}
          />
        ) : null}
        <FoundPeek triage={triage} rows={list.rows} />
      </div>
      {data && data.totalPages > 1 ? (
        <Pager page={page} pages={data.totalPages} go={(to) => go({ page: to, peek: undefined })} />
      ) : null}
    </section>
  )
}

type MemberTriageProps = Props & {
  data: MemberPage | undefined
  list: List<Finding>
  address: ReturnType<typeof useMemberAddress>
}

/** Opens the findings of the page beside the list, and walks on to those of the other pages. */
function useMemberTriage({ id, data, list, address: { page, peek, go }, selection }: MemberTriageProps): Triage {
  const client = useQueryClient()
  return useTriage(platforms[0]!, {
    list,
    peek: { now: peek, set: (to) => go({ page, peek: to }) },
    selected: selection?.now.size ?? 0,
    ...(selection && { onMany: selection.decide }),
    platformOf: (one) => platformOf(data?.docs.find((member) => member.id === one)?.platform ?? ''),
    pages: data && {
      page,
      count: data.totalPages,
      before: data.pagingCounter - 1,
      read: (one) => readMemberPage(client, id, one),
      go: (one, to) => go({ page: one, peek: to }),
    },
  })
}

/** The selection with the finding added, or removed where it was selected. */
function toggled(selected: MemberSelection['now'], id: string, members: readonly ClusterMember[]) {
  const member = members.find((each) => each.id === id)
  const next = new Map(selected)
  if (!next.delete(id) && member) next.set(id, member.platform)
  return next
}

/** The selection with all findings of the page, or without them where all were selected. */
function allToggled(selected: MemberSelection['now'], members: readonly ClusterMember[]) {
  const areAll = members.every(({ id }) => selected.has(id))
  const others = [...selected].filter(([id]) => !members.some((member) => member.id === id))
  return new Map([...others, ...(areAll ? [] : members.map(({ id, platform }) => [id, platform] as const))])
}

type TableProps = {
  members: readonly ClusterMember[]
  /** The same findings with what was decided since the page was loaded. */
  rows: readonly Finding[]
  triage: Triage
  active: string | undefined
  open: (id: string) => void
  /** Without it nothing can be selected. */
  selecting: { now: MemberSelection['now']; toggle: (id: string) => void; toggleAll: () => void } | undefined
  /** These are the findings of the page before. */
  isOutdated: boolean
}

function MemberTable({ members, rows, triage, active, open, selecting, isOutdated }: TableProps) {
  const { beside } = triage
  const isNarrow = useNarrow()
  const chosen = members.filter(({ id }) => selecting?.now.has(id)).length
  return (
    <Table.ScrollContainer minWidth={triage.id === undefined ? 760 : 520} type="native" className={classes['table']!}>
      <Table
        aria-label={texts.members}
        verticalSpacing={4}
        fz="sm"
        className={stacked['stacked']!}
        style={{ opacity: isOutdated ? 0.6 : 1 }}
      >
        <Table.Thead>
          <Table.Tr>
            {selecting ? (
              <Table.Th w={36}>
                <Checkbox
                  size="xs"
                  {...(isNarrow ? { label: texts.selectAll } : { 'aria-label': texts.selectAll })}
                  checked={chosen > 0 && chosen === members.length}
                  indeterminate={chosen > 0 && chosen < members.length}
                  disabled={isOutdated || members.length === 0}
                  onChange={selecting.toggleAll}
                />
              </Table.Th>
            ) : null}
            <Table.Th w={32}>
              <span className="visually-hidden">{texts.openColumn}</span>
            </Table.Th>
            <Table.Th w={44}>
              <span className="visually-hidden">{texts.picture}</span>
            </Table.Th>
            <Table.Th>Address</Table.Th>
            <Table.Th>Brand</Table.Th>
            <Table.Th data-extra>Platform</Table.Th>
            <Table.Th data-extra>Reported</Table.Th>
            <Table.Th>Status</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {members.map((member) => (
            <MemberRow
              key={member.id}
              member={member}
              status={rows.find((row) => row.id === member.id)?.status ?? member.status}
              isOpen={beside.id === member.id}
              isActive={(beside.id ?? active) === member.id}
              open={() => open(member.id)}
              isSelected={selecting?.now.has(member.id) ?? false}
              toggle={selecting?.toggle}
            />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
