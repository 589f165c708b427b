import { Button } from '@mantine/core'
import { type ReactNode, useMemo, useState } from 'react'
import { Activity } from '#features/activity/web/Activity.tsx'
import { useSelection } from '#features/enforcement/web/use-selection.ts'
import { DecideMenu, type ManyDialog, ManyDecisions } from '#features/findings/web/DecideMany.tsx'
import type { Finding } from '#features/findings/web/finding.ts'
import { FoundPeek } from '#features/findings/web/FoundPeek.tsx'
import { onePlatform } from '#features/findings/web/one-platform.ts'
import { texts as findingTexts } from '#features/findings/web/texts.ts'
import type { WorkItem } from '#features/work/contract.ts'
import { toastInfo } from '#kit/web/alerts.ts'
import { BulkBar } from '#kit/web/BulkBar.tsx'
import { MasterTable } from '#kit/web/MasterTable.tsx'
import type { Pages } from '#kit/web/use-pages.ts'
import { AssignMenu } from './AssignMenu.tsx'
import { texts } from './texts.ts'
import { type LoadWork, useWorkTriage } from './use-work-triage.ts'
import { useWorkNews } from './use-work-news.ts'
import { workColumns } from './work-columns.tsx'
import classes from './work.module.css'

type Props = {
  pages: Pages<WorkItem>
  load: LoadWork
  /** Whose work it is. */
  owner: string
  empty: ReactNode
  /** Filters. */
  children: ReactNode
}

/** The open work of a person as a list, and the open finding beside it. */
export function WorkList({ pages, load, owner, empty, children }: Props) {
  const { selection, ids, selectNone } = useSelection(pages.rows)
  const [dialog, openDialog] = useState<ManyDialog>()
  const platform = onePlatform(pages.rows.filter(({ id }) => ids.includes(id)).map((row) => row.platform))
  const { triage, list } = useWorkTriage(pages, load, {
    selected: ids.length,
    onMany: (status) => (platform ? openDialog({ kind: 'decide', status }) : toastInfo(findingTexts.onePlatform)),
  })
  const rows = useMemo(() => withFindings(pages.rows, list.rows), [pages.rows, list.rows])
  const news = useWorkNews(owner, pages)
  return (
    <>
      {news.isThere && (
        <BulkBar summary={texts.changed}>
          <Button size="xs" variant="default" onClick={news.show}>
            {texts.showChanged}
          </Button>
        </BulkBar>
      )}
      <div className={classes['list']}>
        <MasterTable
          label={texts.findings}
          pages={{ ...pages, rows }}
          columns={workColumns}
          selection={selection}
          beside={triage.beside}
          details={({ id }) => <Activity subject="finding" id={id} />}
          empty={empty}
        >
          {children}
          {ids.length > 0 ? (
            <BulkBar summary={texts.selected(ids.length)} onClear={selectNone}>
              <AssignMenu ids={ids} from={owner} onDone={selectNone} />
              {platform && <DecideMenu platform={platform} count={ids.length} open={openDialog} />}
            </BulkBar>
          ) : null}
        </MasterTable>
        <FoundPeek triage={triage} rows={list.rows} />
      </div>
      <ManyDecisions
        platform={platform ?? triage.platform}
        dialog={dialog}
        selected={{ ids }}
        close={() => openDialog(undefined)}
        onChanged={() => {
          selectNone()
          pages.reload()
        }}
      />
    </>
  )
}

/** The items as their findings are by now; only an approved finding has a day by which a notice is due. */
function withFindings(items: readonly WorkItem[], found: readonly Finding[]): readonly WorkItem[] {
  const byId = new Map(found.map((row) => [row.id, row]))
  return items.map((item) => {
    const row = byId.get(item.id)
    if (!row) return item
    const { status, priority, reportingDate } = row
    const isSame = status === item.status
    return {
      ...item,
      status,
      priority: priority || null,
      reportingDate,
      due: isSame ? item.due : null,
      isOverdue: isSame && item.isOverdue,
    }
  })
}
