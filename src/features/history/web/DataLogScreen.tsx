import { Select } from '@mantine/core'
import { useState } from 'react'
import { dataLogTypes, history } from '#features/history/contract.ts'
import { call } from '#kit/web/call.ts'
import { EmptyState } from '#kit/web/EmptyState.tsx'
import { ErrorState } from '#kit/web/ErrorState.tsx'
import { ListEnd } from '#kit/web/ListEnd.tsx'
import { LoadingRows } from '#kit/web/Loading.tsx'
import { PageFrame } from '#kit/web/PageFrame.tsx'
import { useSettings } from '#kit/web/settings.ts'
import { useInfiniteList } from '#kit/web/use-infinite-list.ts'
import { showDayOf, showTime } from '#vocabulary/dates.ts'
import { sentenceOf, texts } from './texts.ts'
import classes from './Log.module.css'

/** Additions, updates and deletions, newest first; ten more are loaded at the end of the list. */
export function DataLogScreen() {
  const { businessZone: zone } = useSettings()
  const [type, setType] = useState<string | null>(null)
  const { rows, end, query } = useInfiniteList({
    key: ['data log', type],
    read: (page, signal) => call(history.dataLog, { page: String(page), perPage: '10', type: type ?? '' }, { signal }),
    wait: 0,
  })
  return (
    <PageFrame
      title={texts.dataLogTitle}
      aside={
        <Select
          size="xs"
          w={150}
          aria-label={texts.type}
          placeholder={texts.allTypes}
          clearable
          data={dataLogTypes.map((value) => ({ value, label: texts.types[value] }))}
          value={type}
          onChange={setType}
        />
      }
    >
      {query.isPending ? <LoadingRows rows={8} height={41} /> : null}
      {rows.length > 0 ? (
        <ul className={classes.sentences}>
          {rows.map((one) => (
            <li key={one.id}>
              {sentenceOf(one)}{' '}
              <time dateTime={one.createdAt}>
                {showDayOf(one.createdAt, zone)} {showTime(one.createdAt, zone)}
              </time>
            </li>
          ))}
        </ul>
      ) : null}
      {rows.length === 0 && query.isError ? (
        <ErrorState error={query.error} retry={() => void query.refetch()} />
      ) : null}
      {rows.length === 0 && query.isSuccess ? (
        <EmptyState title={type ? texts.noneOfType : texts.noData} hint={texts.noDataHint} />
      ) : null}
      <ListEnd end={end} query={query} className={classes.end} />
    </PageFrame>
  )
}
