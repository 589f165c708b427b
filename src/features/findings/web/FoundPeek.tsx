import { useCallback, useMemo, useState } from 'react'
import { useSession } from '#features/sessions/web/session-context.tsx'
import { Lightbox } from '#kit/web/Lightbox.tsx'
import { businessToday } from '#kit/web/settings.ts'
import { linksFrom } from './value-links.ts'
import { captionOf, type Finding } from './finding.ts'
import { Peek } from './Peek.tsx'
import { foundSections } from './slots.ts'
import type { Triage } from './use-triage.ts'

/** The open finding beside a list of another feature, with the pictures of the list enlarged on request. */
export function FoundPeek({ triage, rows }: { triage: Triage; rows: readonly Finding[] }) {
  const { role } = useSession()
  const [picture, setPicture] = useState<string>()
  const { platform } = triage
  const today = businessToday()
  const linkOf = useMemo(() => linksFrom(role, platform, today), [role, platform, today])
  const more = useCallback((row: Finding) => <foundSections.Outlet platform={platform} row={row} />, [platform])
  return (
    <>
      <Peek
        key={platform.value}
        platform={platform}
        triage={triage}
        linkOf={linkOf}
        openPicture={setPicture}
        more={more}
      />
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
