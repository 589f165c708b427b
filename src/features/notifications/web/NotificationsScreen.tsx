import { Loader } from '@mantine/core'
import { notifications } from '#features/notifications/contract.ts'
import { call } from '#kit/web/call.ts'
import { LoadingRows } from '#kit/web/Loading.tsx'
import { PageFrame } from '#kit/web/PageFrame.tsx'
import { useInfiniteList } from '#kit/web/use-infinite-list.ts'
import { NoNotifications } from './NoNotifications.tsx'
import { NotificationRow } from './NotificationRow.tsx'
import classes from './notifications.module.css'
import { texts } from './texts.ts'

/** All notifications, newest first; loads 10 more at the end of the list (C-034, C-070 to C-072). */
export function NotificationsScreen() {
  const { rows, end, query } = useInfiniteList({
    key: ['notifications', 'all'],
    read: (page, signal) => call(notifications.list, { page, perPage: 10 }, { signal }),
    wait: 0,
  })
  return (
    <PageFrame title={texts.title}>
      {query.isPending ? <LoadingRows rows={8} height={45} /> : null}
      {rows.length > 0 ? (
        <ul className={classes['list']}>
          {rows.map((one) => (
            <li key={one.id}>
              <NotificationRow notification={one} />
            </li>
          ))}
        </ul>
      ) : null}
      {rows.length === 0 && !query.isPending ? (
        <NoNotifications isFailed={query.isError} retry={() => void query.refetch()} />
      ) : null}
      <div ref={end} style={{ minHeight: 1, textAlign: 'center' }}>
        {query.isFetchingNextPage ? <Loader role="status" size="xs" my="sm" aria-label="Loading more" /> : null}
      </div>
    </PageFrame>
  )
}
