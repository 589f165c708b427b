import { Notifications } from '@mantine/notifications'
import { alertMilliseconds } from './alerts.ts'
import classes from './AlertContainer.module.css'

/** Container of the alerts, top right below the bar, whose search and bell stay free. */
export function AlertContainer() {
  return (
    <Notifications
      position="top-right"
      autoClose={alertMilliseconds}
      limit={4}
      classNames={{ root: classes['root']! }}
    />
  )
}
