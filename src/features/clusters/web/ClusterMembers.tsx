import { Table, Title } from '@mantine/core'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { FoundPeek } from '#features/findings/web/FoundPeek.tsx'
import { useFoundRows } from '#features/findings/web/use-found-rows.ts'
import { useTriage } from '#features/findings/web/use-triage.ts'
import { ErrorState } from '#kit/web/ErrorState.tsx'
import { LoadingRows } from '#kit/web/Loading.tsx'
import { Pager } from '#kit/web/Pager.tsx'
import { useChangeAddress } from '#kit/web/use-address.ts'
import { besideKeys } from '#kit/web/record-parts.ts'
import { useRowKeys } from '#kit/web/use-row-keys.ts'
import { platformOf, platforms } from '#platforms/all.ts'
import { MemberRow } from './MemberRow.tsx'
import { texts } from './texts.ts'
import { memberQuery, readMemberPage } from './member-pages.ts'
import classes from './clusters.module.css'

type Props = {
  id: string
  /** Without it nothing can be selected. */
  selection?: MemberSelection
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
  const client = useQueryClient()
  const { page, peek, go } = useMemberAddress()
  const [isTouched, setTouched] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    ...memberQuery(id, page),
    placeholderData: keepPreviousData,
  })
  const list = useFoundRows(isPlaceholderData ? undefined : data, isTouched || peek !== undefined)
  const members = data?.docs ?? []
  const triage = useTriage(platforms[0]!, {
    list,
    peek: { now: peek, set: (to) => go({ page, peek: to }) },
    selected: selection?.now.size ?? 0,
    ...(selection && { onMany: selection.decide }),
    platformOf: (one) => platformOf(members.find((member) => member.id === one)?.platform ?? ''),
    pages: data && {
      page,
      count: data.totalPages,
      before: data.pagingCounter - 1,
      read: (one) => readMemberPage(client, id, one),
      go: (one, to) => go({ page: one, peek: to }),
    },
  })
  const { beside } = triage
  const toggle =
    selection &&
    ((one: string) => {
      const member = members.find((each) => each.id === one)
      const next = new Map(selection.now)
      if (!next.delete(one) && member) next.set(one, member.platform)
      selection.set(next)
    })
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
          <Table.ScrollContainer
            minWidth={triage.id === undefined ? 760 : 520}
            type="native"
            className={classes['table']!}
          >
            <Table
              aria-label={texts.members}
              verticalSpacing={4}
              fz="sm"
              style={{ opacity: isPlaceholderData ? 0.6 : 1 }}
            >
              <Table.Thead>
                <Table.Tr>
                  {toggle ? <Table.Th aria-label="Selection" w={36} /> : null}
                  <Table.Th aria-label={texts.openColumn} w={32} />
                  <Table.Th aria-label={texts.picture} w={44} />
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
                    status={list.rows.find((row) => row.id === member.id)?.status ?? member.status}
                    isOpen={beside.id === member.id}
                    isActive={(beside.id ?? active) === member.id}
                    open={() => {
                      setActive(member.id)
                      beside.open(member.id)
                    }}
                    isSelected={selection?.now.has(member.id) ?? false}
                    toggle={toggle}
                  />
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        ) : null}
        <FoundPeek triage={triage} rows={list.rows} />
      </div>
      {data && data.totalPages > 1 ? (
        <Pager page={page} pages={data.totalPages} go={(to) => go({ page: to, peek: undefined })} />
      ) : null}
    </section>
  )
}
