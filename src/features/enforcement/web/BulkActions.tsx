import { Button, Text } from '@mantine/core'
import { AllMatching, DecideMenu, type ManyDialog } from '#features/findings/web/DecideMany.tsx'
import type { ListSelection } from '#features/findings/web/use-list-selection.ts'
import { BulkBar } from '#kit/web/BulkBar.tsx'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import type { EnforcedFinding } from './enforced-finding.ts'
import type { EnforcementView } from './enforcement-view.ts'
import { selectionTools } from './slots.ts'
import { texts } from './texts.ts'
import type { DialogSubject } from './use-enforcement-form.ts'

/** Notices for several findings. */
export type BulkSubject = { kind: 'mails'; ids: readonly string[] }

type Props = {
  platform: FindingPlatformDefinition
  view: EnforcementView
  selecting: ListSelection
  /** The findings that are loaded; those selected are among them. */
  rows: readonly EnforcedFinding[]
  /** How many findings match in all. */
  total: number
  onOpen: (subject: DialogSubject | BulkSubject) => void
  onDecide: (dialog: ManyDialog) => void
}

/**
 * What can be done with several selected findings. All that match, on all pages, can only be moved to a status: notices
 * and records are made for findings that were seen.
 */
export function BulkActions({ platform, view, selecting, rows, total, onOpen, onDecide }: Props) {
  const { ids, selection, selectNone } = selecting
  const lacksScope = !view.scope.companyId || !view.scope.brandId
  if (selecting.isAllMatching)
    return (
      <BulkBar summary={texts.allSelected(total)} onClear={selectNone}>
        <DecideMenu platform={platform} count={total} open={onDecide} size="compact-sm" />
        <Text size="xs" c="dimmed">
          {texts.onlyMoved}
        </Text>
      </BulkBar>
    )
  return (
    <BulkBar summary={texts.selected(ids.length)} onClear={selectNone}>
      <AllMatching selecting={selecting} total={total} />
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => onOpen({ kind: 'many', rows: rows.filter(({ id }) => selection.selected.has(id)) })}
      >
        {texts.bulk}
      </Button>
      {platform.abilities.includes('mail') ? (
        <>
          <Button
            size="compact-sm"
            variant="default"
            disabled={lacksScope}
            aria-describedby={lacksScope ? 'mail-needs-scope' : undefined}
            onClick={() => onOpen({ kind: 'mails', ids })}
          >
            {texts.bulkMail}
          </Button>
          {lacksScope ? (
            <Text id="mail-needs-scope" size="xs" c="dimmed">
              {texts.mailNeedsScope}
            </Text>
          ) : null}
        </>
      ) : null}
      <DecideMenu platform={platform} count={ids.length} open={onDecide} size="compact-sm" />
      <selectionTools.Outlet platform={platform} ids={ids} />
    </BulkBar>
  )
}
