import { Anchor, Button, Text, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ClusterEvent, type ClusterPage, clusters } from '#features/clusters/contract.ts'
import { toastError, toastSuccess } from '#kit/web/alerts.ts'
import { call } from '#kit/web/call.ts'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import { useSettings } from '#kit/web/settings.ts'
import { showMoment } from '#vocabulary/dates.ts'
import { eventLine, linkText, texts } from './texts.ts'
import classes from './clusters.module.css'

/** What happened to a cluster, newest first, and clusters of other companies that share a value with it. */
export function ClusterHistory({ cluster, reload }: { cluster: ClusterPage; reload: () => void }) {
  const { events, elsewhere } = cluster
  const { businessZone: zone } = useSettings()
  return (
    <div className={classes['columns']}>
      <section className={classes['part']} aria-label={texts.history}>
        <Title order={2} size="h5">
          {texts.history}
        </Title>
        {events.length === 0 ? (
          <Text size="sm" c="dimmed" mt={6}>
            {texts.noHistory}
          </Text>
        ) : null}
        <ul className={classes['list']}>
          {events.map((event) => (
            <li key={event.id}>
              <time className={classes['number']} dateTime={event.at}>
                {showMoment(event.at, zone)}
              </time>
              <span className={classes['what']}>{eventLine(event)}</span>
              {event.outside > 0 ? <PutBack cluster={cluster} event={event} reload={reload} /> : null}
            </li>
          ))}
        </ul>
      </section>
      {elsewhere.length > 0 ? (
        <section className={classes['part']} aria-label={texts.elsewhere}>
          <Title order={2} size="h5">
            {texts.elsewhere}
          </Title>
          <ul className={classes['list']}>
            {elsewhere.map(({ id, company, open, findings, shared }) => (
              <li key={id}>
                <span className={classes['what']}>
                  <Anchor component={Link} to={`/clusters/${id}` as never} size="sm" underline="always">
                    {company.name}
                  </Anchor>{' '}
                  <Text span size="xs" c="dimmed">
                    {linkText(shared)}
                  </Text>
                </span>
                <span className={classes['number']}>{texts.openOf(open, findings)}</span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  )
}

type PutBackProps = { cluster: ClusterPage; event: ClusterEvent; reload: () => void }

/** Puts back what an event removed, as far as it is still outside the cluster. */
function PutBack({ cluster: { id, version }, event, reload }: PutBackProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(clusters.putBack, { id, version, eventId: event.id }),
    onSuccess: ({ message }) => toastSuccess(message),
    onError: (error) => toastError(sentenceOf(error)),
    onSettled: reload,
  })
  return (
    <Button size="compact-xs" variant="default" loading={isPending} onClick={() => mutate()}>
      {texts.putBack(event.outside, event.findings)}
    </Button>
  )
}
