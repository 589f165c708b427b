import { useEffect, useRef } from 'react'
import type { Finding } from '#features/findings/web/finding.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { Activity } from './Activity.tsx'

type Props = {
  platform: FindingPlatformDefinition
  row: Finding
  stored: number
  mentions?: number | undefined
  takeComment?: (() => string) | undefined
  undoChange?: ((moment: string) => Promise<void>) | undefined
}

/** The thread of an opened finding. What a Client writes is a comment: plain ones in the comment box above it. */
export function FindingThread({ row, stored, mentions, takeComment, undoChange }: Props) {
  const client = useQueryClient()
  const seen = useRef(stored)
  useEffect(() => {
    if (seen.current !== stored) void client.invalidateQueries({ queryKey: ['activity', 'finding', row.id] })
    seen.current = stored
  }, [stored, row.id, client])
  return <Activity subject="finding" id={row.id} mentions={mentions} takeComment={takeComment} undo={undoChange} />
}
