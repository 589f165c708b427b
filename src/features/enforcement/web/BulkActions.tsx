import { Button } from '@mantine/core'
import { DecideMenu, type ManyDialog } from '#features/findings/web/DecideMany.tsx'
import { BulkBar } from '#kit/web/BulkBar.tsx'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import type { EnforcementView } from './enforcement-view.ts'
import { selectionTools } from './slots.ts'
import { texts } from './texts.ts'
import type { DialogSubject } from './use-enforcement-form.ts'

/** Notices for several findings. */
export type BulkSubject = { kind: 'mails'; ids: readonly string[] }

type Props = {
  platform: FindingPlatformDefinition
  view: EnforcementView
  ids: readonly string[]
  onClear: () => void
  onOpen: (subject: DialogSubject | BulkSubject) => void
  onDecide: (dialog: ManyDialog) => void
}

/** What can be done with several selected findings. */
export function BulkActions({ platform, view, ids, onClear, onOpen, onDecide }: Props) {
  const mayMail = platform.abilities.includes('mail') && view.scope.companyId && view.scope.brandId
  return (
    <BulkBar summary={texts.selected(ids.length)} onClear={onClear}>
      <Button size="compact-sm" variant="default" onClick={() => onOpen({ kind: 'many', ids })}>
        {texts.bulk}
      </Button>
      {mayMail ? (
        <Button size="compact-sm" variant="default" onClick={() => onOpen({ kind: 'mails', ids })}>
          {texts.bulkMail}
        </Button>
      ) : null}
      <DecideMenu platform={platform} count={ids.length} open={onDecide} />
      <selectionTools.Outlet platform={platform} ids={ids} />
    </BulkBar>
  )
}
