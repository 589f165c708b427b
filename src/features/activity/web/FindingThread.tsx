import { useEffect, useRef } from 'react'
import type { Finding } from '#features/findings/web/finding.ts'
import { useSession } from '#features/sessions/web/session-context.tsx'
import { useQueryClient } from '@tanstack/react-query'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { Activity } from './Activity.tsx'

type Props = {
  platform: FindingPlatformDefinition
  row: Finding
  stored: number
  undoChange?: ((moment: string) => Promise<void>) | undefined
}

/** The thread of an opened finding; a Client writes plain comments in the comment box above it. */
export function FindingThread({ platform, row, stored, undoChange }: Props) {
  const { role } = useSession()
  const client = useQueryClient()
  const seen = useRef(stored)
  useEffect(() => {
    if (seen.current !== stored) void client.invalidateQueries({ queryKey: ['activity', 'finding', row.id] })
    seen.current = stored
  }, [stored, row.id, client])
  const hasCommentBox = role === 'Client' && platform.abilities.includes('comment')
  return <Activity subject="finding" id={row.id} isFolded={hasCommentBox} undo={undoChange} />
}
