import { Anchor, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ClusterPage } from '#features/clusters/contract.ts'
import { useSettings } from '#kit/web/settings.ts'
import { showDayOf, showTime } from '#vocabulary/dates.ts'
import { eventLine, linkText, texts } from './texts.ts'
import classes from './clusters.module.css'

/** What happened to a cluster, newest first, and clusters of other companies that share a value with it. */
export function ClusterHistory({ cluster: { events, elsewhere } }: { cluster: ClusterPage }) {
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
                {showDayOf(event.at, zone)} {showTime(event.at, zone)}
              </time>
              <span className={classes['what']}>{eventLine(event)}</span>
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
