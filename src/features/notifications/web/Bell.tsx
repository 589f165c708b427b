import { ActionIcon, Anchor } from '@mantine/core'
import { IconBell, IconBellRinging } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { sessions } from '#features/sessions/contract.ts'
import { useSession } from '#features/sessions/web/session-context.tsx'
import { markSeen, storedSession } from '#features/sessions/web/session-store.ts'
import { call } from '#kit/web/call.ts'
import { Dropdown, useDropdown } from '#kit/web/Dropdown.tsx'
import { LoadingRows } from '#kit/web/Loading.tsx'
import { readAgain } from '#kit/web/read-again.ts'
import { startLiveStream, useLiveEvent, useReadAgain } from './live.ts'
import { NoNotifications } from './NoNotifications.tsx'
import { NotificationRow } from './NotificationRow.tsx'
import classes from './notifications.module.css'
import { texts } from './texts.ts'
import { notifications } from '#features/notifications/contract.ts'

/** Grey when everything is seen, red otherwise (C-210); a click marks everything seen and opens the latest (C-211). */
export function Bell() {
  const { user } = useSession()
  const queries = useQueryClient()
  const dropdown = useDropdown()
  const { isOpen, close } = dropdown
  const isNew = user?.seen === false
  const id = user?.id
  const marking = useRef<Promise<void>>(undefined)

  useEffect(() => (id ? startLiveStream(id, () => void refreshSeen()) : undefined), [id])
  useLiveEvent('notification', ({ seen }) => {
    // An event that arrives while the click is being saved may be older than the click, so the flag is fetched again.
    if (marking.current) void marking.current.then(refreshSeen)
    else markSeen(seen)
    readAgain(queries, ['notifications'])
  })
  useReadAgain(['notifications'])

  // Also for a notification that arrives while the list is open, since it is visible.
  useEffect(() => {
    if (!isOpen || !isNew) return
    markSeen(true)
    // If this fails the bell is red again after the next load; no error is shown (C-314).
    marking.current = call(notifications.mark, { userId: id, seen: true })
      .then(
        () => undefined,
        (error: unknown) => console.warn(error),
      )
      .finally(() => (marking.current = undefined))
  }, [isOpen, isNew, id])

  return (
    <Dropdown
      dropdown={dropdown}
      position="bottom-end"
      width="calc(min(360px, 100vw - 12px))"
      label={texts.title}
      padding={0}
      target={
        <ActionIcon
          {...dropdown.button}
          size={32}
          className={classes['bell']!}
          data-new={isNew || undefined}
          aria-label={texts.bell(isNew)}
        >
          {isNew ? <IconBellRinging size={20} stroke={1.8} /> : <IconBell size={20} stroke={1.6} />}
        </ActionIcon>
      }
    >
      {isOpen ? <Latest close={close} /> : null}
      <Anchor component={Link} to="/mynotifications" className={classes['all']!} onClick={close}>
        {texts.viewAll}
      </Anchor>
    </Dropdown>
  )
}

function Latest({ close }: { close: () => void }) {
  const latest = useQuery({
    queryKey: ['notifications', 'latest'],
    queryFn: ({ signal }) => call(notifications.list, { page: 1, perPage: 10 }, { signal }),
  })
  if (latest.isPending) return <LoadingRows rows={4} height={56} />
  const docs = latest.data?.docs ?? []
  if (docs.length === 0) return <NoNotifications isFailed={latest.isError} retry={() => void latest.refetch()} />
  return (
    <div className={classes['drop']}>
      <ul className={`${classes['list']} ${classes['short']}`}>
        {docs.map((one) => (
          <li key={one.id}>
            <NotificationRow notification={one} follow={close} />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Fetches the seen flag while the stream is not available; failures are not shown (C-314). */
async function refreshSeen(): Promise<void> {
  const { user } = storedSession()
  if (!user) return
  const fresh = await call(sessions.verifyToken, { token: user.jwtToken }).catch(() => undefined)
  if (fresh?.seen !== undefined) markSeen(fresh.seen)
}
