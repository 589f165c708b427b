import { IconWifiOff } from '@tabler/icons-react'
import classes from './ConnectionBanner.module.css'
import { type Connection, useConnection } from './connection.ts'

const sentences: Readonly<Record<Exclude<Connection, 'up'>, string>> = {
  offline: 'You are offline. What you typed stays here: send it when you are connected again.',
  unreachable: 'The server cannot be reached. What you typed stays here; the console keeps trying to connect.',
}

/** Says that the connection is lost, and disappears by itself when it is back. On every screen. */
export function ConnectionBanner() {
  const connection = useConnection()
  return (
    <div aria-live="polite" className={classes['region']} data-connection={connection}>
      {connection === 'up' ? null : (
        <p className={classes['banner']}>
          <IconWifiOff size={18} stroke={1.6} aria-hidden />
          {sentences[connection]}
        </p>
      )}
    </div>
  )
}
