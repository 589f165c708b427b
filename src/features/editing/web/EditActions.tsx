import { Button, Checkbox, Group, Text } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { SavedNote } from '#features/intake/web/SavedNote.tsx'
import { SheetSummary } from '#kit/web/staged-grid/SheetSummary.tsx'
import styles from '#kit/web/SheetScreen.module.css'
import { texts } from './texts.ts'
import { countOf, type Deleting } from './use-deleting.ts'
import type { Edits } from './useEdits.ts'

/** Fetch, save, the check for duplicate listing ids, what was rejected, and Undo after a deletion. */
export function EditActions({ edits, deleting, onFetch }: { edits: Edits; deleting: Deleting; onFetch: () => void }) {
  const { grid, isReady, platform, form } = edits
  const isBusy = grid.work !== undefined || deleting.deletingCount > 0
  return (
    <div className={styles['bar']}>
      <Group gap="xs">
        <Button variant="default" disabled={!isReady || isBusy} onClick={onFetch}>
          Fetch Data
        </Button>
        <Button
          disabled={!isReady || isBusy || grid.rows.length === 0}
          loading={grid.work === 'save'}
          onClick={() => void edits.save()}
        >
          Upload Data
        </Button>
      </Group>
      {platform?.alsoUnique ? (
        <Checkbox
          label="Duplicate LID check"
          checked={form.duplicateLidCheck}
          onChange={(event) => edits.setDuplicateLidCheck(event.currentTarget.checked)}
        />
      ) : null}
      <SavedNote saved={edits.saved} onClose={edits.forgetSaved} />
      <SheetSummary summary={grid.summary} notice={edits.notice} />
      {deleting.undoable.length > 0 ? (
        <Group gap="xs" role="status">
          <Text size="sm">{texts.deleted(countOf(deleting.undoable))}</Text>
          <Button
            size="xs"
            variant="default"
            loading={deleting.isUndoing}
            leftSection={<IconArrowBackUp size={14} aria-hidden="true" />}
            onClick={() => void deleting.undo()}
          >
            Undo
          </Button>
        </Group>
      ) : null}
    </div>
  )
}
