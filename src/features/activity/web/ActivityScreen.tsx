import { Anchor, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { activity } from '#features/activity/contract.ts'
import { subjectKinds } from '#features/activity/rules.ts'
import { FindingLink } from '#features/findings/web/FindingLink.tsx'
import { call, failedWith } from '#kit/web/call.ts'
import { EmptyState } from '#kit/web/EmptyState.tsx'
import { ErrorState } from '#kit/web/ErrorState.tsx'
import { PageLoading } from '#kit/web/Loading.tsx'
import { PageFrame } from '#kit/web/PageFrame.tsx'
import { SuspiciousLink } from '#kit/web/SuspiciousLink.tsx'
import { Activity } from './Activity.tsx'
import classes from './Activity.module.css'
import { texts } from './texts.ts'
import { useThread } from './use-thread.ts'

type Chosen = { kind: (typeof subjectKinds)[number]; id: string }

/** One thread on a page of its own: that of the address, or the one a notification is about. */
export function ActivityScreen() {
  const search = useSearch({ strict: false }) as { subject?: string; id?: string; notification?: string }
  const kind = subjectKinds.find((one) => one === search.subject)
  const given = kind && search.id ? { kind, id: search.id } : undefined
  const found = useQuery({
    queryKey: ['subject of a notification', search.notification],
    queryFn: ({ signal }) => call(activity.ofNotification, { id: search.notification ?? '' }, { signal }),
    enabled: given === undefined && search.notification !== undefined,
    retry: false,
    staleTime: Infinity,
  })
  const chosen = given ?? found.data
  return (
    <PageFrame title={texts.title}>
      {chosen ? <Thread key={chosen.id} chosen={chosen} /> : null}
      {!chosen && found.isFetching ? <PageLoading /> : null}
      {!chosen && found.isError ? <ErrorState error={found.error} retry={() => void found.refetch()} /> : null}
      {!chosen && !found.isFetching && !found.isError ? <EmptyState title={texts.none} /> : null}
    </PageFrame>
  )
}

function Thread({ chosen: { kind, id } }: { chosen: Chosen }) {
  const { query } = useThread(kind, id)
  const about = query.data?.pages[0]?.subject
  return (
    <div className={classes['page']}>
      {about ? (
        <>
          <SuspiciousLink address={about.title} />
          <Group gap="md">
            <Text size="sm" c="dimmed">
              {[about.platform, about.brand].filter(Boolean).join(' · ')}
            </Text>
            {about.finding ? (
              <Text size="sm">
                <FindingLink finding={about.finding}>{texts.openFinding}</FindingLink>
              </Text>
            ) : (
              <Anchor component={Link} to={`/clusters/${about.id}`} size="sm">
                {texts.openCluster}
              </Anchor>
            )}
          </Group>
        </>
      ) : null}
      {/* What was read stays, with the message that is being written; the thread itself says that reading failed. */}
      {failedWith(query.error, 403, 404) ? (
        <EmptyState title={texts.gone} hint={texts.goneHint} />
      ) : query.isError && !query.data ? (
        <ErrorState error={query.error} retry={() => void query.refetch()} />
      ) : (
        <Activity subject={kind} id={id} />
      )}
    </div>
  )
}
