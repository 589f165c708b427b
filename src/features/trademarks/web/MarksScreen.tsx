import { Button } from '@mantine/core'
import { IconListCheck, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { type Mark, trademarks } from '#features/trademarks/contract.ts'
import { call } from '#kit/web/call.ts'
import { useDelete } from '#kit/web/confirm-delete.tsx'
import { EmptyState } from '#kit/web/EmptyState.tsx'
import { MasterTable } from '#kit/web/MasterTable.tsx'
import { PageFrame } from '#kit/web/PageFrame.tsx'
import type { TableColumn } from '#kit/web/record-parts.ts'
import { CutText } from '#kit/web/cells.tsx'
import { RowActions } from '#kit/web/RowActions.tsx'
import { usePages } from '#kit/web/use-pages.ts'
import { ListsDialog } from './ListsDialog.tsx'
import { MarkDetails } from './MarkDetails.tsx'
import { MarkDialog } from './MarkDialog.tsx'
import { markColumns } from './mark-columns.tsx'
import { NotificationDialog } from './NotificationDialog.tsx'
import { texts } from './texts.ts'
import { useOutcome } from './use-outcome.tsx'

const listName = 'tmch'

const columns: readonly TableColumn<Mark>[] = [
  ...markColumns(['markName']),
  { name: 'company', label: 'Company', width: 118, cell: (row) => <CutText text={row.company.name} /> },
  { name: 'brand', label: 'Brand', width: 94, cell: (row) => <CutText text={row.brand.brandName} /> },
  ...markColumns(['markType', 'status', 'reportingDate', 'expiryDate', 'notifications']),
]

type OpenDialog = { dialog: 'mark'; row?: Mark } | { dialog: 'notification'; row: Mark } | { dialog: 'lists' }

/**
 * All marks of the clearinghouse, ten per page: added manually or from a signed mark file, changed, deleted.
 */
export function MarksScreen() {
  const pages = usePages<Mark>({
    name: listName,
    size: 10,
    load: (query, signal) =>
      call(trademarks.list, { ...query, perPage: String(query.perPage), page: String(query.page) }, { signal }),
  })
  const [open, setOpen] = useState<OpenDialog>()
  const [remove, question] = useDelete()
  const [outcome, outcomeDialog] = useOutcome()
  const close = () => setOpen(undefined)
  const saved = (message: string) => {
    close()
    pages.reload()
    outcome.good(message)
  }

  return (
    <PageFrame
      title={texts.title}
      aside={<HeadButtons openLists={() => setOpen({ dialog: 'lists' })} add={() => setOpen({ dialog: 'mark' })} />}
    >
      <MasterTable
        label={texts.table}
        pages={pages}
        columns={columns}
        details={(one) => (
          <MarkDetails row={one}>
            <Button size="compact-xs" variant="default" onClick={() => setOpen({ dialog: 'notification', row: one })}>
              {texts.addNotification}
            </Button>
          </MarkDetails>
        )}
        actions={(one) => (
          <RowActions
            name={one.markName}
            edit={() => setOpen({ dialog: 'mark', row: one })}
            remove={() =>
              void remove({
                name: one.markName,
                send: () => call(trademarks.remove, { id: one.id }),
                lists: [listName],
                outcome,
              })
            }
          />
        )}
        empty={<EmptyState title={texts.none} hint={texts.noneHint} />}
      />
      <OpenedDialog open={open} close={close} onSaved={saved} onRefused={outcome.bad} onListsLoaded={pages.reload} />
      {question}
      {outcomeDialog}
    </PageFrame>
  )
}

function HeadButtons({ openLists, add }: { openLists: () => void; add: () => void }) {
  return (
    <>
      <Button size="xs" variant="default" leftSection={<IconListCheck size={14} aria-hidden />} onClick={openLists}>
        {texts.lists}
      </Button>
      <Button size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={add}>
        {texts.add}
      </Button>
    </>
  )
}

type DialogProps = {
  open: OpenDialog | undefined
  close: () => void
  onSaved: (message: string) => void
  onRefused: (error: unknown) => void
  onListsLoaded: () => void
}

function OpenedDialog({ open, close, onSaved, onRefused, onListsLoaded }: DialogProps) {
  if (!open) return null
  const common = { close, onSaved, onRefused }
  if (open.dialog === 'lists') return <ListsDialog close={close} onLoaded={onListsLoaded} />
  if (open.dialog === 'notification') return <NotificationDialog mark={open.row} {...common} />
  return <MarkDialog key={open.row?.id ?? 'new'} mark={open.row} {...common} />
}
