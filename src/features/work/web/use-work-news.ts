import { useState } from 'react'
import { useLiveEvent } from '#features/notifications/web/live.ts'
import { useSession } from '#features/sessions/web/session-context.tsx'
import type { WorkItem } from '#features/work/contract.ts'
import type { Pages } from '#kit/web/use-pages.ts'

/**
 * Whether somebody else assigned findings to this person, or took some away, since the list was loaded: it is offered to
 * show them, so that no row moves under the hand of who works on the list. What oneself does elsewhere is shown at once.
 */
export function useWorkNews(owner: string, pages: Pages<WorkItem>): { isThere: boolean; show: () => void } {
  const { user } = useSession()
  const [changed, setChanged] = useState<{ owner: string }>()
  useLiveEvent('work', ({ people, by }) => {
    if (!people.split(',').includes(owner)) return
    if (by === user?.id) pages.reload()
    else setChanged({ owner })
  })
  // While there was no stream, anything may have been assigned.
  useLiveEvent('missed', ({ isFirst }) => {
    if (!isFirst) setChanged({ owner })
  })
  return {
    isThere: changed?.owner === owner,
    show: () => {
      setChanged(undefined)
      pages.reload()
    },
  }
}
