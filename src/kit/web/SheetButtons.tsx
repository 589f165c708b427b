import { Button, Menu } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useState } from 'react'
import type { importCalls } from '#kit/contract/imports.ts'
import { toastError } from './alerts.ts'
import { addressOf } from './call.ts'
import { sentenceOf } from './ErrorState.tsx'
import { fetchFile, saveFile } from './fetch-file.ts'
import { ImportDialog } from './ImportDialog.tsx'
import type { SheetLayout } from './read-sheet.ts'

/** What a kind of record has sheets of. */
export type SheetOf = {
  /** Plural name of the records: companies. */
  what: string
  calls: ReturnType<typeof importCalls>
  layout: Pick<SheetLayout, 'columns' | 'imported'>
}

type Props = SheetOf & {
  /** Called when rows were stored. */
  imported: () => void
}

/** Excel menu of a kind of record: import, template and export. */
export function SheetButtons({ what, calls, layout, imported }: Props) {
  const [isOpen, setOpen] = useState(false)
  const download = async (call: Props['calls']['exportAll' | 'importTemplate'], name: string) => {
    try {
      const { url } = addressOf(call, {})
      const file = await fetchFile(url, { seconds: 120 })
      saveFile(file, name)
    } catch (error) {
      toastError(sentenceOf(error))
    }
  }
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button size="xs" variant="default" leftSection={<IconFileSpreadsheet size={14} aria-hidden />}>
            Excel
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setOpen(true)}>Import {what}…</Menu.Item>
          <Menu.Item onClick={() => void download(calls.importTemplate, `${what}-template.xlsx`)}>
            Download template
          </Menu.Item>
          <Menu.Item onClick={() => void download(calls.exportAll, `${what}.xlsx`)}>Export all {what}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isOpen ? (
        <ImportDialog
          what={what}
          call={calls.importRows}
          layout={layout}
          close={() => setOpen(false)}
          imported={imported}
        />
      ) : null}
    </>
  )
}
