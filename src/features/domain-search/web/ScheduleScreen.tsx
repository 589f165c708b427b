import { Button, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { domainSearch } from '#features/domain-search/contract.ts'
import type { Schedule } from '#features/domain-search/contract-schemas.ts'
import { call } from '#kit/web/call.ts'
import { CutText, Mark } from '#kit/web/cells.tsx'
import { delays } from '#kit/web/delays.ts'
import { EmptyState } from '#kit/web/EmptyState.tsx'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import { MessageDialog } from '#kit/web/MessageDialog.tsx'
import { MasterTable } from '#kit/web/MasterTable.tsx'
import { PageFrame } from '#kit/web/PageFrame.tsx'
import type { TableColumn } from '#kit/web/record-parts.ts'
import { useSettings } from '#kit/web/settings.ts'
import { usePages } from '#kit/web/use-pages.ts'
import { showMoment } from '#vocabulary/dates.ts'
import { FeedsPanel, feedsKey } from './FeedsPanel.tsx'
import { isOpen, RunsTable, runsKey } from './RunsTable.tsx'
import { ScheduleDrawer } from './ScheduleDrawer.tsx'
import { scheduleTexts as texts, stateColours } from './texts.ts'

/** Schedule Domain Search (S-093, S-094): the schedules of all brands, their runs, and new keywords. */
export function ScheduleScreen() {
  const { businessZone } = useSettings()
  const [isAdding, setAdding] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const pages = usePages<Schedule>({
    name: 'domain schedules',
    load: ({ page, perPage, search }, signal) => call(domainSearch.list, { page, perPage, search }, { signal }),
  })
  useReloadWhileOpen(pages)
  const client = useQueryClient()
  const { reload } = pages
  const showRuns = useCallback(() => {
    reload()
    void client.invalidateQueries({ queryKey: runsKey })
  }, [client, reload])
  const add = (
    <Button size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={() => setAdding(true)}>
      {texts.add}
    </Button>
  )
  return (
    <>
      <PageFrame title={texts.title} aside={add}>
        <MasterTable
          label={texts.list}
          pages={pages}
          columns={columnsIn(businessZone)}
          details={(schedule) => <RunsTable schedule={schedule} reload={pages.reload} />}
          empty={<EmptyState title={texts.none} hint={texts.noneHint} />}
        />
        {isAdding ? (
          <ScheduleDrawer
            close={() => setAdding(false)}
            onSaved={pages.reload}
            onRefused={(error) => setRefusal(sentenceOf(error))}
          />
        ) : null}
        <MessageDialog isOpen={refusal !== undefined} title={texts.oops} close={() => setRefusal(undefined)}>
          <Text size="sm">{refusal}</Text>
        </MessageDialog>
      </PageFrame>
      <FeedsPanel onRead={showRuns} />
    </>
  )
}

/** Reads the list again while a schedule is being executed, and the feeds, which it reads, too. */
function useReloadWhileOpen({ rows, state, reload }: ReturnType<typeof usePages<Schedule>>): void {
  const client = useQueryClient()
  const isBusy = rows.some(({ lastRun }) => isOpen(lastRun))
  useEffect(() => {
    if (!isBusy || state !== 'ready') return undefined
    const timer = setTimeout(() => {
      reload()
      void client.invalidateQueries({ queryKey: feedsKey })
    }, 2 * delays.mail)
    return () => clearTimeout(timer)
  })
}

function columnsIn(zone: string): readonly TableColumn<Schedule>[] {
  const moment = (at: string) => showMoment(at, zone)
  return [
    { name: 'sn', label: 'Sn', width: 56, align: 'right', onCard: 'nowhere', cell: (_row, index) => index + 1 },
    {
      name: 'company',
      label: 'Company',
      width: 220,
      grows: true,
      onCard: 'title',
      cell: ({ company }) => <CutText text={company} />,
    },
    { name: 'brand', label: 'Brand', width: 180, cell: ({ brand }) => <CutText text={brand} /> },
    {
      name: 'lastExecutedAt',
      label: 'Last Executed Date',
      width: 220,
      cell: ({ lastExecutedAt, lastRun }) =>
        lastRun && lastRun.state !== 'Completed' ? (
          <Mark name={texts.state[lastRun.state]} colour={stateColours[lastRun.state]} />
        ) : lastExecutedAt === null ? (
          texts.never
        ) : (
          moment(lastExecutedAt)
        ),
    },
    { name: 'createdAt', label: 'Scheduled Date', width: 200, cell: ({ createdAt }) => moment(createdAt) },
  ]
}
