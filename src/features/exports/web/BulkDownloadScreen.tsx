import { Button, Group } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { PasswordDialog } from '#features/action-passwords/web/PasswordDialog.tsx'
import { PasswordSetting } from '#features/action-passwords/web/PasswordSetting.tsx'
import { bulkQueue } from '#features/exports/contract.ts'
import type { BulkRecord } from '#features/exports/contract-schemas.ts'
import { allBrands } from '#features/exports/rules.ts'
import { useSession } from '#features/sessions/web/session-context.tsx'
import { call } from '#kit/web/call.ts'
import { MissingFields } from '#kit/web/MissingFields.tsx'
import { PageFrame } from '#kit/web/PageFrame.tsx'
import type { QueueColumn } from '#kit/web/QueueTable.tsx'
import { useSettings } from '#kit/web/settings.ts'
import { useFirstError } from '#kit/web/use-first-error.ts'
import { platformOf } from '#platforms/all.ts'
import { showMoment } from '#vocabulary/dates.ts'
import { countText } from '#vocabulary/numbers.ts'
import { ConfirmDialog } from './BulkDialogs.tsx'
import { BulkFields } from './BulkFields.tsx'
import classes from './Exports.module.css'
import { DownloadQueue } from './DownloadQueue.tsx'
import { ShownRange } from './ShownRange.tsx'
import { Schedules, schedulesKey } from './Schedules.tsx'
import { texts } from './texts.ts'
import { missingLabels, useBulkDownload } from './use-bulk-download.ts'
import { useDownloads } from './use-downloads.ts'

/** Bulk Data Download: any number of findings as files, made by the queue and sent by email (S-060 to S-065). */
export function BulkDownloadScreen() {
  const { user } = useSession()
  const { businessZone: zone } = useSettings()
  const queue = useDownloads<BulkRecord>('bulk', (page, signal) =>
    call(bulkQueue.list, { page: String(page), perPage: '10' }, { signal }),
  )
  const client = useQueryClient()
  const bulk = useBulkDownload(() => {
    queue.reload()
    void client.invalidateQueries({ queryKey: schedulesKey })
  })
  const element = useFirstError(bulk.missing)
  const { heads } = texts
  const columns: QueueColumn<BulkRecord>[] = [
    { head: heads.added, cell: ({ DateCreated: time }) => showMoment(time, zone) },
    { head: heads.username, cell: ({ username }) => username },
    { head: heads.company, cell: ({ company }) => company },
    { head: heads.brand, cell: ({ brand }) => (brand === allBrands ? texts.all : brand) },
    { head: heads.platform, cell: ({ platform }) => platformOf(platform)?.title ?? platform, isShort: true },
    { head: heads.dateRange, cell: ({ dateRange }) => <ShownRange text={dateRange} /> },
    { head: heads.records, cell: ({ numOfRecords }) => countText(numOfRecords), isShort: true },
  ]
  return (
    <PageFrame
      title={texts.bulkTitle}
      aside={user?.role === 'Admin' ? <PasswordSetting purposes={['bulk-download']} /> : undefined}
    >
      <form
        ref={element}
        noValidate
        className={classes['form']}
        onSubmit={(event) => {
          event.preventDefault()
          bulk.fetch()
        }}
      >
        <BulkFields bulk={bulk} email={queue.email} />
        <Group gap="sm">
          <Button type="submit" className={classes['fetch']!}>
            {texts.fetch}
          </Button>
          <MissingFields labels={missingLabels(bulk.missing)} />
        </Group>
      </form>
      <Schedules zone={zone} />
      <DownloadQueue queue={queue} emptyHint={texts.noneBulkHint} repeat={bulk.repeat} columns={columns} />
      {bulk.step === 'password' ? (
        <PasswordDialog
          action="bulk-download"
          title={texts.passwordTitle}
          hint={texts.passwordHint}
          onGranted={bulk.count}
          close={bulk.close}
        />
      ) : null}
      {bulk.step === 'confirm' && bulk.counts ? <ConfirmDialog bulk={bulk} counts={bulk.counts} /> : null}
    </PageFrame>
  )
}
