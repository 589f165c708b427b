import { Anchor, Button, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { ManyDecisions } from '#features/findings/web/DecideMany.tsx'
import { delays } from '#kit/web/delays.ts'
import { foundRowsKey } from '#features/findings/web/use-found-rows.ts'
import { useSession } from '#features/sessions/web/session-context.tsx'
import { type ClusterPage, clusters } from '#features/clusters/contract.ts'
import { joiningKinds } from '#features/clusters/rules.ts'
import { BulkBar } from '#kit/web/BulkBar.tsx'
import { call, failedWith } from '#kit/web/call.ts'
import { StatusMark } from '#kit/web/cells.tsx'
import { EmptyState } from '#kit/web/EmptyState.tsx'
import { ErrorState } from '#kit/web/ErrorState.tsx'
import { LoadingRows } from '#kit/web/Loading.tsx'
import { PageFrame } from '#kit/web/PageFrame.tsx'
import { useTitle } from '#kit/web/use-title.ts'
import { showDay } from '#vocabulary/dates.ts'
import { countText } from '#vocabulary/numbers.ts'
import { platformTitleOf } from '#vocabulary/platform-names.ts'
import { ChangeDialog, type Change } from './ChangeDialog.tsx'
import { ClusterMembers } from './ClusterMembers.tsx'
import { ClusterHistory } from './ClusterHistory.tsx'
import { ClusterValues } from './ClusterValues.tsx'
import { DecideButton } from './DecideButton.tsx'
import { MemberTools } from './MemberTools.tsx'
import { clusterThread } from './slots.ts'
import { clusterName, texts } from './texts.ts'
import { useClusterSelection } from './use-cluster-selection.ts'
import classes from './clusters.module.css'

/** The counts of what was just decided are added up by a job: for so long, in ms, the page is read again. */
const countsFollow = 15_000

/** A cluster: what its findings share, whom it hurts, its findings and its history. */
export function ClusterScreen() {
  const { id } = useParams({ strict: false }) as { id: string }
  const client = useQueryClient()
  const [countsFrom, setCountsFrom] = useState(() => Date.now())
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['clusters', 'page', id],
    queryFn: ({ signal }) => call(clusters.read, { id }, { signal }),
    retry: false,
    refetchInterval: ({ state: { status, dataUpdatedAt } }) =>
      status === 'success' && dataUpdatedAt - countsFrom < countsFollow ? delays.counts : false,
  })
  if (isPending)
    return (
      <PageFrame title={texts.one}>
        <LoadingRows rows={8} height={36} />
      </PageFrame>
    )
  if (failedWith(error, 404))
    return (
      <PageFrame title={texts.one}>
        <EmptyState title={texts.notFound} hint={texts.notFoundHint}>
          <Button component={Link} to="/clusters" size="xs" variant="default">
            {texts.all}
          </Button>
        </EmptyState>
      </PageFrame>
    )
  if (!data)
    return (
      <PageFrame title={texts.one}>
        <ErrorState error={error} retry={() => void refetch()} />
      </PageFrame>
    )
  // Another cluster starts with an empty selection; one that could not be read again keeps it.
  return (
    <>
      {error ? <ErrorState error={error} retry={() => void refetch()} /> : null}
      <ClusterParts
        key={data.id}
        cluster={data}
        reload={() => {
          setCountsFrom(Date.now())
          void client.invalidateQueries({ queryKey: ['clusters'] })
          void client.invalidateQueries({ queryKey: foundRowsKey })
        }}
      />
    </>
  )
}

function ClusterParts({ cluster, reload }: { cluster: ClusterPage; reload: () => void }) {
  const { role } = useSession()
  const selection = useClusterSelection(reload)
  const { values, findings, decision, setDecision, finish } = selection
  const [change, setChange] = useState<Change>()
  const name = clusterName(cluster)
  useTitle(name)
  const isStaff = role !== 'Client'
  return (
    <PageFrame
      title={name}
      aside={
        <>
          <DecideButton cluster={cluster} onDone={reload} />
          {isStaff && joiningKinds.includes(cluster.kind) ? (
            <Button size="xs" variant="default" onClick={() => setChange('join')}>
              {texts.join}
            </Button>
          ) : null}
        </>
      }
    >
      <Facts cluster={cluster} />
      <div className={classes['columns']}>
        <ClusterValues cluster={cluster} {...(isStaff ? { selected: values, select: selection.setValues } : {})} />
        <Brands cluster={cluster} />
      </div>
      <ClusterMembers
        id={cluster.id}
        {...(isStaff ? { selection: { now: findings, set: selection.setFindings, decide: selection.decide } } : {})}
      />
      {isStaff ? <ClusterHistory cluster={cluster} reload={finish} /> : null}
      <clusterThread.Outlet id={cluster.id} />
      {values.size + findings.size > 0 ? (
        <div className={classes['bar']}>
          <BulkBar summary={texts.selected(values.size, findings.size)} onClear={selection.selectNone}>
            <Button size="compact-sm" variant="default" onClick={() => setChange('part')}>
              {texts.partTitle}
            </Button>
            {values.size === 0 ? <MemberTools selected={findings} open={setDecision} /> : null}
          </BulkBar>
        </div>
      ) : null}
      {decision ? (
        <ManyDecisions
          {...decision}
          selected={{ ids: [...findings.keys()] }}
          close={() => setDecision(undefined)}
          onChanged={finish}
        />
      ) : null}
      {change ? (
        <ChangeDialog
          change={change}
          cluster={cluster}
          values={[...values]}
          findings={[...findings.keys()]}
          close={() => setChange(undefined)}
          onDone={() => {
            setChange(undefined)
            finish()
          }}
        />
      ) : null}
    </PageFrame>
  )
}

function Facts({ cluster: { company, open, findings, brands, firstSeen, lastSeen } }: { cluster: ClusterPage }) {
  return (
    <div className={classes['facts']}>
      <Anchor component={Link} to="/clusters" size="sm">
        {texts.title}
      </Anchor>
      <span>{company.name}</span>
      <span>{texts.openOf(open, findings)}</span>
      <span>{texts.brands(brands)}</span>
      <span className={classes['sentence']}>{texts.seen(showDay(firstSeen), showDay(lastSeen))}</span>
    </div>
  )
}

function Brands({ cluster: { brandsHit, statuses } }: { cluster: ClusterPage }) {
  return (
    <div className={classes['part']}>
      <Title order={2} size="h5">
        {texts.hit}
      </Title>
      <ul className={classes['list']} aria-label={texts.hit}>
        {brandsHit.map(({ id, name, open, findings }) => (
          <li key={id}>
            <span className={classes['what']}>{name}</span>
            <span className={classes['number']}>{texts.openOf(open, findings)}</span>
          </li>
        ))}
      </ul>
      <Title order={2} size="h5" mt="md">
        {texts.statuses}
      </Title>
      <ul className={classes['list']} aria-label={texts.statuses}>
        {statuses.map(({ platform, status, findings }) => (
          <li key={`${platform} ${status}`}>
            <span className={classes['what']}>
              <StatusMark code={status} />
            </span>
            <span className={classes['number']}>
              {platformTitleOf(platform)} · {countText(findings)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
