import { failedWith } from '#kit/web/call.ts'
import { Activity } from './Activity.tsx'
import classes from './Activity.module.css'
import { useThread } from './use-thread.ts'

/** The thread of a cluster. A Client who may not see all its findings has none. */
export function ClusterThread({ id }: { id: string }) {
  const { query } = useThread('cluster', id)
  const isNotTheirs = failedWith(query.error, 404)
  if (isNotTheirs) return null
  return (
    <div className={classes['page']}>
      <Activity subject="cluster" id={id} />
    </div>
  )
}
