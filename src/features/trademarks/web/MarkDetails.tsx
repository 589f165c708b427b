import { Badge, Button, Group, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Mark } from '#features/trademarks/contract.ts'
import { messages } from '#features/trademarks/messages.ts'
import { isRevocationOpen } from '#features/trademarks/rules.ts'
import { SuspiciousLink } from '#kit/web/SuspiciousLink.tsx'
import { trademark } from '#platforms/trademark.ts'
import { showDay } from '#vocabulary/dates.ts'
import { MarkCell } from './mark-columns.tsx'
import classes from './Marks.module.css'
import { lineOf } from './mark-form.ts'
import { texts } from './texts.ts'

/** An opened mark: its details, labels, and the domains its owner was notified of (C-113, A-028). */
export function MarkDetails({ row, children }: { row: Mark; children?: ReactNode }) {
  return (
    <div className={classes['details']}>
      <div className={classes['facts']}>
        <dl className={classes['pairs']}>
          {trademark.detailed.map((name) => (
            <Pair key={name} label={trademark.columns[name].label}>
              <MarkCell name={name} row={row} />
            </Pair>
          ))}
          {row.smdId && <Pair label="Signed Mark">{row.smdId}</Pair>}
        </dl>
        {isRevocationOpen(row) && (
          <Text size="sm" c="var(--warn)" className={classes['revoked']!}>
            {messages.revocationNotKnown}
          </Text>
        )}
        {row.revokedAt && (
          <Text size="sm" c="var(--mantine-color-error)" fw={600} className={classes['revoked']!}>
            {messages.revoked(showDay(row.revokedAt.slice(0, 10)))}
          </Text>
        )}
        {row.signedMarks.length > 1 && <SignedMarks row={row} />}
        {row.labels.length > 0 && <Labels row={row} />}
      </div>
      <section className={classes['news']} aria-label="Notification data">
        <Group justify="space-between" gap="xs" mih={26}>
          <Text size="sm" fw={600}>
            Notification data
          </Text>
          {children}
        </Group>
        <Notifications key={row.notificationData.length} notifications={row.notificationData} />
      </section>
    </div>
  )
}

function Pair({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** All marks of the file this one was read from. */
function SignedMarks({ row }: { row: Mark }) {
  return (
    <div>
      <Text size="xs" c="dimmed" mb={4}>
        {texts.marksOfFile}
      </Text>
      <ul aria-label={texts.marksOfFile}>
        {row.signedMarks.map((entry, at) => (
          // Two marks of a file may be equal, and their order never changes.
          <Text component="li" size="sm" key={at}>
            {lineOf(entry)}
          </Text>
        ))}
      </ul>
    </div>
  )
}

const labelsShownFirst = 12

/** The labels the mark covers, those on the claims list first. */
function Labels({ row }: { row: Mark }) {
  const [all, setAll] = useState(false)
  const claimed = new Set(row.claimedLabels)
  const ordered = [...row.claimedLabels, ...row.labels.filter((label) => !claimed.has(label))]
  const shown = all ? ordered : ordered.slice(0, labelsShownFirst)
  return (
    <div>
      <Text size="xs" c="dimmed" mb={4}>
        Domain labels
      </Text>
      <Group gap={4} component="ul" className={classes['labels']!}>
        {shown.map((label) => (
          <li key={label}>
            <Badge
              variant={claimed.has(label) ? 'filled' : 'default'}
              color={claimed.has(label) ? '#9a3412' : 'gray'}
              size="sm"
              tt="none"
              fw={500}
            >
              {label}
              {claimed.has(label) ? ` · ${texts.claimed}` : ''}
            </Badge>
          </li>
        ))}
        {ordered.length > labelsShownFirst && (
          <li>
            <Button size="compact-xs" variant="subtle" onClick={() => setAll(!all)}>
              {all ? 'Show fewer' : `Show all ${ordered.length}`}
            </Button>
          </li>
        )}
      </Group>
    </div>
  )
}

const step = 10

/** Domains and dates; ten more are shown on scrolling (G111). */
function Notifications({ notifications }: { notifications: Mark['notificationData'] }) {
  const [count, setCount] = useState(step)
  const more = () => setCount((now) => Math.min(notifications.length, now + step))
  if (notifications.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {texts.noNotifications}
      </Text>
    )
  return (
    <>
      <ul
        className={classes['notices']}
        aria-label="Notifications"
        // A list that scrolls must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
        tabIndex={notifications.length > 6 ? 0 : undefined}
        onScroll={({ currentTarget: box }) => {
          if (box.scrollTop + box.clientHeight > box.scrollHeight - 24) more()
        }}
      >
        {notifications.slice(0, count).map(({ id, domain, date }) => (
          <li key={id}>
            <SuspiciousLink address={domain} />
            <span className={classes['day']}>{showDay(date)}</span>
          </li>
        ))}
      </ul>
      {count < notifications.length && (
        <Button size="compact-xs" variant="subtle" onClick={more}>
          Load more
        </Button>
      )}
    </>
  )
}
