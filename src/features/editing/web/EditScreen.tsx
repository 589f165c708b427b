import { Text, Title } from '@mantine/core'
import { useSession } from '#features/sessions/web/session-context.tsx'
import { toastInfo } from '#kit/web/alerts.ts'
import styles from '#kit/web/SheetScreen.module.css'
import { UnreadDraftNote } from '#kit/web/staged-grid/UnreadDraftNote.tsx'
import { useUnsavedGuard } from '#kit/web/staged-grid/use-unsaved-guard.ts'
import { type ColumnFilters, type SheetQuery, scopeOf } from './edit-query.ts'
import { EditActions } from './EditActions.tsx'
import { EditScope } from './EditScope.tsx'
import { EditSheet } from './EditSheet.tsx'
import type { StoredRow } from './edited-rows.ts'
import { NoRows } from './NoRows.tsx'
import { texts } from './texts.ts'
import { useDeleting } from './use-deleting.ts'
import { useEdits } from './useEdits.ts'

/** Edit Data (S-027 to S-034): fetch the findings of a day, edit them as a sheet, save the edits, delete rows. */
export function EditScreen() {
  const { user } = useSession()
  const edits = useEdits(user?.id ?? '')
  const { platform, unsaved, grid } = edits
  const { query } = edits.form
  const deleting = useDeleting(edits.reload)
  const [mayDiscard, dialog] = useUnsavedGuard(unsaved, {
    title: texts.discardTitle,
    text: texts.discard(unsaved),
  })
  const changeQuery = async (next: SheetQuery) => {
    if (await mayDiscard()) edits.changeQuery(next)
  }
  const fetchRows = async (filters?: ColumnFilters) => {
    if (await mayDiscard()) await edits.fetchRows(filters)
  }
  const remove = () => {
    const chosenRows = grid.rows.filter((row) => grid.chosen.has(row.sn)) as StoredRow[]
    if (chosenRows.length === 0) return toastInfo(texts.nothingChosen)
    deleting.remove({ scope: scopeOf(query.scope), ids: chosenRows.map(({ id }) => id) })
  }
  const isBusy = grid.work !== undefined || deleting.deletingCount > 0

  return (
    <div className={styles['screen']}>
      <Title order={1}>Edit Data</Title>
      <EditScope
        query={query}
        errors={grid.errors}
        isFixed={isBusy || !edits.isReady}
        onChange={(next) => void changeQuery(next)}
      />
      <EditActions edits={edits} deleting={deleting} onFetch={() => void fetchRows()} />
      <UnreadDraftNote unread={edits.unread} />
      {grid.rows.length > 0 && platform ? (
        <EditSheet
          edits={edits}
          platform={platform}
          deletingCount={deleting.deletingCount}
          onFilter={(filters) => void fetchRows(filters)}
          onRemove={remove}
        />
      ) : (
        <NoRows edits={edits} onClearFilters={() => void fetchRows({})} />
      )}
      {edits.fetched?.more ? (
        <Text size="sm" c="dimmed">
          {texts.more(grid.rows.length)}
        </Text>
      ) : null}
      {dialog}
    </div>
  )
}
