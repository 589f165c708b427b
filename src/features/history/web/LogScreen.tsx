import { Button, Group } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { history } from '#features/history/contract.ts'
import { addressOf, call } from '#kit/web/call.ts'
import { EmptyState } from '#kit/web/EmptyState.tsx'
import { ErrorState } from '#kit/web/ErrorState.tsx'
import { LoadFailure } from '#kit/web/LoadFailure.tsx'
import { LogDownloads } from '#kit/web/LogDownloads.tsx'
import { PageFrame } from '#kit/web/PageFrame.tsx'
import { businessToday, useSettings } from '#kit/web/settings.ts'
import type { Sort } from '#kit/web/sort-cycle.ts'
import { useChangeAddress } from '#kit/web/use-address.ts'
import { rowsOf, useEndOfList } from '#kit/web/use-infinite-list.ts'
import { FindingDrawer } from './FindingDrawer.tsx'
import { LogFilters } from './LogFilters.tsx'
import { LogTable } from './LogTable.tsx'
import { paramsOfLog, type LogView, logViewOf, logViews, searchOfLog } from './log-view.ts'
import { texts } from './texts.ts'
import classes from './Log.module.css'

const pageSize = '10'

/** Changes of status by every filter, ten more on demand; the filters are stored in the URL. */
export function LogScreen() {
  const { businessZone: zone } = useSettings()
  const search: Record<string, unknown> = useSearch({ strict: false })
  const changeAddress = useChangeAddress()
  const view = logViewOf(search, businessToday())
  const params = paramsOfLog(view)
  const log = useLog(params)
  const fetchLog = (part: Partial<LogView>) =>
    void changeAddress((now) => {
      const before = logViewOf(now.search, businessToday())
      const search = searchOfLog({ ...before, ...part }, businessToday())
      if (JSON.stringify(search) !== JSON.stringify(searchOfLog(before, businessToday()))) return { search }
      // Fetching with the same filters again loads new rows.
      void log.query.refetch()
      return undefined
    })
  const sort = { now: view.sort, set: (next: Sort) => fetchLog({ sort: next }) }
  const end = useEndOfList(log.query, { wait: 0, fillsWindow: false })
  const finding = typeof search['finding'] === 'string' ? search['finding'] : undefined
  const { query, rows } = log
  return (
    <PageFrame
      title={texts.logTitle}
      views={logViews}
      aside={<LogDownloads name="log" address={(type) => addressOf(history.download, { ...params, type }).url} />}
    >
      <LogFilters
        view={view}
        onFetch={fetchLog}
        onReset={() => void changeAddress(() => ({ search: {} }))}
        isBusy={query.isRefetching}
      />
      {query.isRefetchError && !query.isRefetching ? (
        <LoadFailure what={texts.newRows} error={query.error} retry={() => void query.refetch()} />
      ) : null}
      {rows.length > 0 || query.isPending ? (
        <LogTable rows={rows} zone={zone} isFirst={query.isPending} isOld={query.isPlaceholderData} sort={sort} />
      ) : null}
      {rows.length === 0 && query.isError ? (
        <ErrorState error={query.error} retry={() => void query.refetch()} />
      ) : null}
      {rows.length === 0 && query.isSuccess ? <EmptyState title={texts.nothing} hint={texts.nothingHint} /> : null}
      {rows.length > 0 ? <LogFoot log={log} /> : null}
      <div ref={end} />
      <FindingDrawer
        id={finding}
        zone={zone}
        onClose={() => void changeAddress((now) => ({ search: { ...now.search, finding: undefined } }))}
      />
    </PageFrame>
  )
}

/** How many rows there are, and the button that loads more. */
function LogFoot({ log: { query, rows, total, counting } }: { log: ReturnType<typeof useLog> }) {
  return (
    <Group justify="space-between" className={classes.foot}>
      <span role="status" data-testid="log-count">
        {texts.shown(rows.length, total, counting.isFetching)}
      </span>
      {counting.isError && !counting.isFetching ? (
        <LoadFailure what={texts.number} error={counting.error} retry={() => void counting.refetch()} />
      ) : null}
      {query.isFetchNextPageError && !query.isFetchingNextPage ? (
        <LoadFailure what={texts.moreRows} error={query.error} retry={() => void query.fetchNextPage()} />
      ) : query.hasNextPage ? (
        <Button
          size="compact-sm"
          variant="default"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {texts.more}
        </Button>
      ) : null}
    </Group>
  )
}

/** The rows fetched so far; each further page begins after the last row, however deep that is. */
function useLog(params: Record<string, string>) {
  const query = useInfiniteQuery({
    queryKey: ['log', params],
    queryFn: ({ pageParam: { page, after }, signal }) =>
      call(history.search, { ...params, page, perPage: pageSize, ...(after ? { after } : {}) }, { signal }),
    initialPageParam: { page: '1', after: '' },
    getNextPageParam: (last) =>
      last.hasNextPage ? { page: String(last.page + 1), after: last.docs.at(-1)!.cursor } : undefined,
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 0,
  })
  const first = query.data?.pages[0]
  // Counting may take longer than loading a page: it is a request of its own, once.
  const counting = useQuery({
    queryKey: ['log', 'number', params],
    queryFn: ({ signal }) => call(history.search, { ...params, perPage: '1', exact: '1' }, { signal }),
    enabled: first?.totalIsExact === false && !query.isPlaceholderData,
    retry: false,
  })
  return {
    query,
    rows: rowsOf(query.data),
    total: first?.totalIsExact ? first.totalDocs : counting.data?.totalDocs,
    counting,
  }
}
