import { Text } from '@mantine/core'
import { IconCircleCheck, IconClipboardCheck, IconMessageQuestion } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { HomeCharts } from '#features/charts/contract.ts'
import type { Day } from '#vocabulary/dates.ts'
import { platformNames } from '#vocabulary/platform-names.ts'
import { awaitingApproval, clientReview } from '#vocabulary/statuses.ts'
import { waitingAddress } from './addresses.ts'
import { nameOf } from './home-view.ts'
import { texts } from './texts.ts'
import classes from './home.module.css'
import { countText } from '#vocabulary/numbers.ts'

type Counts = HomeCharts['waiting']

/** Findings waiting for this person's decision, with links to the filtered lists. */
export function Waiting({ waiting, day }: { waiting: Counts; day: Day }) {
  const approval = waiting.filter(({ status }) => status === awaitingApproval)
  const review = waiting.filter(({ status }) => status === clientReview)
  if (approval.length === 0 && review.length === 0)
    return (
      <section className={classes['waiting']} data-calm aria-label={texts.nothingWaits}>
        <IconCircleCheck size={20} className={classes['good']} aria-hidden />
        <Text fw={600}>{texts.nothingWaits}</Text>
      </section>
    )
  return (
    <>
      {approval.length > 0 && <Line counts={approval} label={texts.waiting} day={day} isFirst />}
      {review.length > 0 && <Line counts={review} label={texts.review} day={day} isFirst={false} />}
    </>
  )
}

type LineProps = { counts: Counts; label: (count: number) => string; day: Day; isFirst: boolean }

function Line({ counts, label, day, isFirst }: LineProps) {
  const ordered = counts.toSorted((one, other) => platformOrder(one.platform) - platformOrder(other.platform))
  const total = counts.reduce((all, one) => all + one.total, 0)
  const high = counts.reduce((all, one) => all + one.high, 0)
  const Icon = isFirst ? IconClipboardCheck : IconMessageQuestion
  const status = counts[0]!.status
  return (
    <section className={classes['waiting']} data-status={status} aria-label={label(total)}>
      <Icon size={22} className={classes['icon']} aria-hidden />
      <Text className={classes['sentence']!}>
        <b>{label(total)}</b>
        {high > 0 && <>, {texts.high(high)}</>} · <span className={classes['period']}>{texts.ofAllTime}</span>
      </Text>
      <ul className={classes['chips']}>
        {ordered.map((one) => (
          <li key={one.platform}>
            <Link to={waitingAddress(one.platform, day, { status })} className={classes['chip']!}>
              {nameOf(one.platform)} <b>{countText(one.total)}</b>
            </Link>
            {one.high > 0 && (
              <Link
                to={waitingAddress(one.platform, day, { status, priority: 'High' })}
                className={classes['chip']!}
                data-high
              >
                {countText(one.high)} High
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

const platformOrder = (key: string): number => platformNames.findIndex((names) => names.key === key)
