import { Link } from '@tanstack/react-router'
import type { Notification } from '#features/notifications/contract.ts'
import { useSettings } from '#kit/web/settings.ts'
import { showMoment } from '#vocabulary/dates.ts'
import { dashboardOf, searchFor } from './dashboard-of.ts'
import { NotificationText } from './NotificationText.tsx'
import classes from './notifications.module.css'

/** One notification: text, platform, date and time. It links to its records (C-070, C-073). */
export function NotificationRow({ notification, follow }: { notification: Notification; follow?: () => void }) {
  const { businessZone } = useSettings()
  const dashboard = dashboardOf(notification.model)
  const { createdDate } = notification
  const inside = (
    <>
      <span className={classes['text']}>
        <NotificationText html={notification.notificationText} />
      </span>
      <span className={classes['when']}>
        {dashboard ? <span className={classes['platform']}>{dashboard.title}</span> : null}
        <time dateTime={createdDate}>{showMoment(createdDate, businessZone)}</time>
      </span>
    </>
  )
  if (!dashboard) return <div className={classes['row']}>{inside}</div>
  return (
    <Link to={dashboard.to} search={searchFor(notification)} className={classes['row']!} onClick={follow}>
      {inside}
    </Link>
  )
}
