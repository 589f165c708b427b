import { Button, Group } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { history } from '#features/history/contract.ts'
import { addressOf, call } from '#kit/web/call.ts'
import { EmptyState } from '#kit/web/EmptyState.tsx'
import { ErrorState } from '#kit/web/ErrorState.tsx'
import { ListEnd } from '#kit/web/ListEnd.tsx'
import { LoadingRows } from '#kit/web/Loading.tsx'
import { LogDownloads } from '#kit/web/LogDownloads.tsx'
import { PageFrame } from '#kit/web/PageFrame.tsx'
import { useSettings } from '#kit/web/settings.ts'
import { useChangeAddress } from '#kit/web/use-address.ts'
import { useInfiniteList } from '#kit/web/use-infinite-list.ts'
import { dataLogViewOf, dataLogViews, withDataLogFilters } from './data-log-view.ts'
import { DataLogFilters } from './DataLogFilters.tsx'
import { DataLogLine } from './DataLogLine.tsx'
import { texts } from './texts.ts'
import classes from './Log.module.css'

/**
 * Who changed what and when, newest first, by filters that are stored in the URL; ten more are loaded at the end of the
 * list.
 */
export function DataLogScreen() {
  const { businessZone: zone } = useSettings()
  const changeAddress = useChangeAddress()
  const view = dataLogViewOf(useSearch({ strict: false }))
  const { rows, end, query } = useInfiniteList({
    key: ['data log', view],
    read: (page, signal) => call(history.dataLog, { ...view, page: String(page), perPage: '10' }, { signal }),
    wait: 0,
  })
  const isFiltered = Object.keys(view).length > 0
  // A text that is still being typed is not applied after a reset: its field is another one.
  const [resets, setResets] = useState(0)
  const reset = () => {
    setResets(resets + 1)
    void changeAddress(() => ({ search: {} }))
  }
  return (
    <PageFrame
      title={texts.dataLogTitle}
      views={dataLogViews}
      aside={
        <Group gap={8}>
          {isFiltered ? (
            <Button size="xs" variant="default" onClick={reset}>
              {texts.reset}
            </Button>
          ) : null}
          <LogDownloads
            name="data-log"
            address={(format) => addressOf(history.downloadDataLog, { ...view, format }).url}
          />
        </Group>
      }
    >
      <DataLogFilters
        key={resets}
        view={view}
        change={(changed) =>
          void changeAddress((now) => ({ search: withDataLogFilters(dataLogViewOf(now.search), changed) }))
        }
      />
      {query.isPending ? <LoadingRows rows={8} height={41} /> : null}
      {rows.length > 0 ? (
        <ul className={classes.sentences}>
          {rows.map((one) => (
            <DataLogLine key={one.id} record={one} zone={zone} />
          ))}
        </ul>
      ) : null}
      {rows.length === 0 && query.isError ? (
        <ErrorState error={query.error} retry={() => void query.refetch()} />
      ) : null}
      {rows.length === 0 && query.isSuccess ? (
        <EmptyState
          title={isFiltered ? texts.noneMatches : texts.noData}
          hint={isFiltered ? texts.noneMatchesHint : texts.noDataHint}
        />
      ) : null}
      <ListEnd end={end} query={query} className={classes.end} />
    </PageFrame>
  )
}
