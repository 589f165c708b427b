import { Notifications } from '@mantine/notifications'
import { alertMilliseconds } from './alerts.ts'
import classes from './AlertContainer.module.css'

/** Container of the alerts, top right: in the bar or below it, where its search and bell and the screen's buttons stay free. */
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
