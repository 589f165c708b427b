import { Anchor, Button, Group } from '@mantine/core'
import { isUnderWay } from '#features/tool-jobs/rules.ts'
import { JobDetails, JobTools } from '#features/tool-jobs/web/JobTools.tsx'
import { MissingBrowser } from '#features/tool-jobs/web/MissingBrowser.tsx'
import { type ReportRecord, trademarkReports } from '#features/trademark-reports/contract.ts'
import { pageOf } from '#kit/contract/page.ts'
import { toastError } from '#kit/web/alerts.ts'
import { call } from '#kit/web/call.ts'
import { JobState } from '#kit/web/JobState.tsx'
import { PageFrame } from '#kit/web/PageFrame.tsx'
import { QueueTable, type QueueColumn, useOpenRows } from '#kit/web/QueueTable.tsx'
import { useSettings } from '#kit/web/settings.ts'
import { useQueue } from '#kit/web/use-queue.ts'
import { platformOf } from '#platforms/all.ts'
import { showMoment } from '#vocabulary/dates.ts'
import { countText } from '#vocabulary/numbers.ts'
import { ReportForm } from './ReportForm.tsx'
import { texts } from './texts.ts'

/** Rows of a page (S-238). */
const pageSize = 10

/** Processed is green, everything else a warning (S-138). */
const colourOf = (status: string) => (status === 'processed' ? '#2e7d32' : '#f9a825')

type Beside = { missing?: string | null; isFiled?: boolean }

/** Report Enforcement: trademark reports to websites (S-078 to S-082). */
export function ReportScreen() {
  const queue = useQueue<ReportRecord>({
    name: 'trademark reports',
    read: async (page, signal) => {
      const { data, total, missing, isFiled } = await call(
        trademarkReports.list,
        { page: String(page), limit: String(pageSize) },
        { signal },
      ).catch((problem: unknown) => {
        if (!signal.aborted) toastError(texts.listFailed, { cause: problem })
        throw problem
      })
      return { ...pageOf(data, page, pageSize, total), missing, isFiled }
    },
    isBusy: isUnderWay,
  })
  const [first] = (queue.query.data?.pages ?? []) as readonly Beside[]
  const open = useOpenRows()
  const columns = useReportColumns({ reload: queue.reload, details: open })
  return (
    <PageFrame title={texts.title}>
      <MissingBrowser why={first?.missing} />
      <ReportForm isOff={Boolean(first?.missing)} isFiled={first?.isFiled ?? false} reload={queue.reload} />
      <QueueTable
        queue={queue}
        columns={columns}
        title={texts.listTitle}
        numberHead="#"
        more={texts.more}
        empty={{ title: texts.none, hint: texts.noneHint }}
        details={{ isOpen: open.isOpen, of: (job) => <JobDetails job={job} calls={trademarkReports} /> }}
      />
    </PageFrame>
  )
}

type ColumnOptions = { reload: () => void; details: ReturnType<typeof useOpenRows> }

function useReportColumns({ reload, details }: ColumnOptions): QueueColumn<ReportRecord>[] {
  const { businessZone: zone } = useSettings()
  const cells: QueueColumn<ReportRecord>['cell'][] = [
    (row) => showMoment(row.createdAt, zone),
    (row) => `${row.company} > ${row.brand}`,
    (row) => platformOf(row.platform)?.title ?? row.platform,
    (row) => row.website,
    (row) => countText(row.numOfRecords),
    (row) => (
      <JobState
        state={row.state}
        name={row.status}
        colour={colourOf(row.status)}
        done={row.done}
        total={1}
        problem={row.problem}
      />
    ),
    (row) => (
      <Group gap={4}>
        {row.screenShotURL === null ? (
          <Button size="compact-xs" variant="default" disabled>
            {texts.noFile}
          </Button>
        ) : (
          <Anchor
            size="sm"
            href={row.screenShotURL}
            target="_blank"
            rel="noreferrer"
            aria-label={texts.viewOf(row.brand)}
          >
            {texts.view}
          </Anchor>
        )}
        <JobTools job={{ ...row, failed: 0 }} calls={trademarkReports} reload={reload} details={details} />
      </Group>
    ),
  ]
  return texts.heads.map((head, index) => ({ head, cell: cells[index]! }))
}
