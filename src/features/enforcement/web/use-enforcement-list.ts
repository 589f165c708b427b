import { useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, useCallback, useEffect, useState } from 'react'
import { bulkDecisionCap } from '#features/findings/contract-schemas.ts'
import type { ManyDialog } from '#features/findings/web/DecideMany.tsx'
import { useListSelection } from '#features/findings/web/use-list-selection.ts'
import { changePeeked } from '#features/findings/web/use-peeked-row.ts'
import type { NamedHost } from '#features/replies/contract.ts'
import { usePageInRange } from '#kit/web/use-page-in-range.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import type { BulkSubject } from './BulkActions.tsx'
import type { EnforcedFinding } from './enforced-finding.ts'
import type { EnforcedRows } from './EnforcedRows.tsx'
import { type EnforcementView, type GoTo, wholeListOf } from './enforcement-view.ts'
import type { DialogSubject, Outcome } from './use-enforcement-form.ts'
import { usePageOfFindings } from './use-page-of-findings.ts'

export type EnforcementListState = ReturnType<typeof useEnforcementList>

/** The state of a list of findings to enforce: its page, what is selected, which dialog is open. See EnforcementList. */
export function useEnforcementList(
  platform: FindingPlatformDefinition,
  view: EnforcementView,
  go: GoTo,
  fetchCount: number,
) {
  const { list, count: pageCount, read } = usePageOfFindings(platform, view)
  usePageInRange(
    { page: view.page, count: list.state === 'ready' ? pageCount : undefined, isEmpty: list.rows.length === 0 },
    (page) => go((now) => ({ ...now, page }), { replace: true }),
  )
  const client = useQueryClient()
  const dialogs = useDialogs()
  const selecting = useListSelection({
    rows: list.rows,
    total: list.total,
    query: wholeListOf(view),
    cap: bulkDecisionCap,
  })
  const reload = list.reload
  useEffect(() => {
    if (fetchCount > 0) reload()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- reloads only when the button was clicked
  }, [fetchCount])
  const reloadAll = () => {
    selecting.selectNone()
    list.reload()
  }
  /** Shows what an enforcement changed: in its row, or in the list when it was about several. */
  const finish = ({ row, batch }: Outcome) => {
    dialogs.close()
    if (row) {
      list.change(row.id, () => row)
      changePeeked(client, platform, row.id, () => row)
    } else reloadAll()
    if (batch) go((now) => ({ ...now, batch }))
  }
  const walk: ComponentProps<typeof EnforcedRows>['walk'] = {
    peek: { now: view.peek, set: (peek) => go((now) => ({ ...now, peek })) },
    pages: {
      page: view.page,
      count: pageCount,
      before: (view.page - 1) * view.size,
      read,
      go: (page, peek) => go((now) => ({ ...now, page, peek })),
    },
  }
  return { list, pageCount, selecting, dialogs, walk, finish, reloadAll }
}

/** What is open above the list. */
function useDialogs() {
  const [dialog, open] = useState<DialogSubject | BulkSubject>()
  const [many, decideMany] = useState<ManyDialog>()
  /** The picture that is enlarged; undefined until the first one is. */
  const [viewer, setViewer] = useState<{ open: string | undefined }>()
  return {
    dialog,
    open,
    close: () => open(undefined),
    /** A decision on all selected findings. */
    many,
    decideMany,
    viewer,
    openPicture: useCallback((picture: string | undefined) => setViewer({ open: picture }), []),
    addTo: useCallback((row: EnforcedFinding, host?: NamedHost) => open({ kind: 'one', row, host }), []),
  }
}
