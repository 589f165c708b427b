import { type ReactNode, useMemo } from 'react'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import { Lightbox } from '#kit/web/Lightbox.tsx'
import type { Selection } from '#kit/web/record-parts.ts'
import { businessToday } from '#kit/web/settings.ts'
import type { Sort } from '#kit/web/sort-cycle.ts'
import { isFiltered } from './dashboard-view.ts'
import { linksWithin } from './value-links.ts'
import { captionOf, type Finding } from './finding.ts'
import { FindingTable, NoFindings } from './FindingTable.tsx'
import { Peek } from './Peek.tsx'
import classes from './PlatformDashboard.module.css'
import { texts } from './texts.ts'
import { type Dashboard, useOpenRows } from './use-dashboard.ts'
import { useTriage } from './use-triage.ts'

const FindingGallery = lazyPart(() => import('./FindingGallery.tsx').then((module) => module.FindingGallery))

type Props = {
  dashboard: Dashboard
  selection: Selection | undefined
  /** Decides on the selected rows. */
  onMany: (status: string) => void
  /** What a view adds to an opened row. */
  more: ((row: Finding) => ReactNode) | undefined
}

/** The findings of a dashboard as a table or as pictures, and the open one beside them. */
export function DashboardList({ dashboard, selection, onMany, more }: Props) {
  const { platform, view, change, list, table } = dashboard
  const triage = useTriage(platform, {
    list,
    peek: { now: view.peek, set: (peek) => change({ peek }) },
    selected: dashboard.approving.ids.length,
    onMany,
  })
  const opened = useOpenRows(dashboard)
  const { sort: sortNow } = dashboard.controls.view
  const sort = useMemo(() => ({ now: sortNow, set: (next: Sort) => change({ sort: next }) }), [sortNow, change])
  const filtered = isFiltered(platform, view)
  const today = businessToday()
  const linkTo = useMemo(() => linksWithin(platform, today), [platform, today])
  const empty = (
    <NoFindings
      list={list}
      title={texts.nothing(platform.title)}
      hint={view.notification ? texts.nothingOfNotification : texts.nothingHint(view.range, filtered)}
      onClear={filtered ? () => change({ filters: {} }) : undefined}
    />
  )
  const shared = { label: texts.tableOf(platform.title), selection, beside: triage.beside, empty }
  return (
    <div className={classes.list}>
      {view.cards ? (
        <>
          <FindingGallery {...shared} platform={platform} list={list} size={view.cards} decide={triage.decideOn} />
          <Lightbox
            pictures={list.rows.flatMap((row) =>
              row.imageUrl ? [{ id: row.id, source: row.imageUrl, caption: captionOf(platform, row) }] : [],
            )}
            open={table.picture}
            onOpen={table.openPicture}
          />
        </>
      ) : (
        <FindingTable
          {...shared}
          table={table}
          settings={dashboard.settings}
          sort={sort}
          opened={opened}
          more={{ below: more }}
        />
      )}
      <Peek platform={platform} triage={triage} linkOf={linkTo} openPicture={table.openPicture} more={more} />
    </div>
  )
}
