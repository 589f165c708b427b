import { Checkbox, Table, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ClusterMember, clusters } from '#features/clusters/contract.ts'
import { call } from '#kit/web/call.ts'
import { CutText, StatusMark, Thumbnail, thumbnailOf } from '#kit/web/cells.tsx'
import { ErrorState } from '#kit/web/ErrorState.tsx'
import { LoadingRows } from '#kit/web/Loading.tsx'
import { Pager } from '#kit/web/Pager.tsx'
import { SuspiciousLink } from '#kit/web/SuspiciousLink.tsx'
import { showDay } from '#vocabulary/dates.ts'
import { platformTitleOf } from '#vocabulary/platform-names.ts'
import { linkText, texts } from './texts.ts'
import { withOrWithout } from './with-or-without.ts'
import classes from './clusters.module.css'

type Props = {
  id: string
  /** Without them nothing can be selected. */
  selected?: ReadonlySet<string>
  select?: (ids: ReadonlySet<string>) => void
}

/** The findings of a cluster, newest first, each with why it belongs there. */
export function ClusterMembers({ id, selected, select }: Props) {
  const [page, setPage] = useState(1)
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    queryKey: ['clusters', 'members', id, page],
    queryFn: ({ signal }) => call(clusters.members, { id, page }, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
  })
  return (
    <section className={classes['members']} aria-label={texts.members}>
      <Title order={2} size="h5" mb={6}>
        {texts.members}
      </Title>
      {isPending ? <LoadingRows rows={5} height={36} /> : null}
      {error ? <ErrorState error={error} retry={() => void refetch()} /> : null}
      {data ? (
        <Table.ScrollContainer minWidth={760} type="native">
          <Table
            aria-label={texts.members}
            verticalSpacing={4}
            fz="sm"
            style={{ opacity: isPlaceholderData ? 0.6 : 1 }}
          >
            <Table.Thead>
              <Table.Tr>
                {select ? <Table.Th aria-label="Selection" w={36} /> : null}
                <Table.Th aria-label={texts.picture} w={44} />
                <Table.Th>Address</Table.Th>
                <Table.Th>Brand</Table.Th>
                <Table.Th>Platform</Table.Th>
                <Table.Th>Reported</Table.Th>
                <Table.Th>Status</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.docs.map((member) => (
                <MemberRow
                  key={member.id}
                  member={member}
                  isSelected={selected?.has(member.id) ?? false}
                  {...(selected && select ? { toggle: () => select(withOrWithout(selected, member.id)) } : {})}
                />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      ) : null}
      {data && data.totalPages > 1 ? <Pager page={page} pages={data.totalPages} go={setPage} /> : null}
    </section>
  )
}

type RowProps = { member: ClusterMember; isSelected: boolean; toggle?: () => void }

function MemberRow({ member, isSelected, toggle }: RowProps) {
  const { address, imageUrl, links, brand, platform, reportingDate, status } = member
  return (
    <Table.Tr>
      {toggle ? (
        <Table.Td>
          <Checkbox size="xs" aria-label={texts.select(address)} checked={isSelected} onChange={toggle} />
        </Table.Td>
      ) : null}
      <Table.Td>
        <Thumbnail source={thumbnailOf(imageUrl)} label={texts.picture} />
      </Table.Td>
      <Table.Td maw={380}>
        <SuspiciousLink address={address} />
        <div className={classes['links']}>{links.map(linkText).join(' · ')}</div>
      </Table.Td>
      <Table.Td maw={140}>
        <CutText text={brand} />
      </Table.Td>
      <Table.Td>{platformTitleOf(platform)}</Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>{showDay(reportingDate)}</Table.Td>
      <Table.Td>
        <StatusMark code={status} />
      </Table.Td>
    </Table.Tr>
  )
}
