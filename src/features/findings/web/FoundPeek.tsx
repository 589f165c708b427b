import { useState } from 'react'
import { Lightbox } from '#kit/web/Lightbox.tsx'
import { captionOf, type Finding } from './finding.ts'
import { Peek } from './Peek.tsx'
import type { LinkOf } from './PeekFacts.tsx'
import type { Triage } from './use-triage.ts'

/** Links in the open finding lead to the list around it; a list of another feature has no such filters. */
const noLinks: LinkOf = () => undefined

/** The open finding beside a list of another feature, with the pictures of the list enlarged on request. */
export function FoundPeek({ triage, rows }: { triage: Triage; rows: readonly Finding[] }) {
  const [picture, setPicture] = useState<string>()
  const { platform } = triage
  return (
    <>
      <Peek key={platform.value} platform={platform} triage={triage} linkOf={noLinks} openPicture={setPicture} />
      <Lightbox
        pictures={rows.flatMap((row) =>
          row.imageUrl ? [{ id: row.id, source: row.imageUrl, caption: captionOf(platform, row) }] : [],
        )}
        open={picture}
        onOpen={setPicture}
      />
    </>
  )
}
