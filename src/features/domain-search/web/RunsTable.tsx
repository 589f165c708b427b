import { Button, Group, Pill, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { domainSearch } from '#features/domain-search/contract.ts'
import type { Run, Schedule } from '#features/domain-search/contract-schemas.ts'
import { toastOutcome } from '#kit/web/alerts.ts'
import { call } from '#kit/web/call.ts'
import { useConfirm } from '#kit/web/Confirm.tsx'
import { Mark } from '#kit/web/cells.tsx'
import { delays } from '#kit/web/delays.ts'
import { ErrorState } from '#kit/web/ErrorState.tsx'
import { LoadingRows } from '#kit/web/Loading.tsx'
import { useSettings } from '#kit/web/settings.ts'
import stacked from '#kit/web/stacked-table.module.css'
import { showMoment } from '#vocabulary/dates.ts'
import { countText } from '#vocabulary/numbers.ts'
import { BrandReferences } from './BrandReferences.tsx'
import classes from './DomainSearch.module.css'
import { scheduleTexts as texts, stateColours } from './texts.ts'

export const isOpen = (run: Pick<Run, 'state'> | null): boolean => run?.state === 'Waiting' || run?.state === 'Running'

/** Where the runs of all schedules are in the cache of queries. */
export const runsKey = ['domain runs']

/** The keywords of a schedule and its last runs: what each made, asked and found, and why one failed. */
export function RunsTable({ schedule, reload }: { schedule: Schedule; reload: () => void }) {
  const client = useQueryClient()
  const key = [...runsKey, schedule.id]
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(domainSearch.runs, { id: schedule.id, perPage: 10 }, { signal }),
    retry: false,
    refetchInterval: ({ state }) => (state.data?.docs.some(isOpen) ? 2 * delays.mail : false),
  })
  const [isBusy, setBusy] = useState(false)
  const [confirm, dialog] = useConfirm()
  const act = async (work: () => Promise<{ message: string }>) => {
    setBusy(true)
    await toastOutcome(work)
    setBusy(false)
    reload()
    await client.invalidateQueries({ queryKey: key })
  }
  const removeKeyword = async (keyword: string) => {
    if (!(await confirm(texts.keywordRemoval(keyword)))) return
    await act(() => call(domainSearch.removeKeyword, { id: schedule.id, keyword }))
  }
  const [last] = data?.docs ?? []
  const open = last && isOpen(last) ? last : undefined
  return (
    <div className={classes['details']}>
      <Group gap={6} mb="xs">
        {schedule.keywords.map((keyword) => (
          <Pill
            key={keyword}
            withRemoveButton={schedule.keywords.length > 1}
            removeButtonProps={{ 'aria-label': texts.removeKeyword(keyword), 'aria-hidden': false, tabIndex: 0 }}
            className={classes['keyword']!}
            disabled={isBusy}
            onRemove={() => void removeKeyword(keyword)}
          >
            {keyword}
          </Pill>
        ))}
      </Group>
      <Group gap="xs" mb="xs">
        <Button
          size="compact-sm"
          variant="default"
          loading={isBusy}
          disabled={open !== undefined}
          onClick={() => void act(() => call(domainSearch.start, { id: schedule.id }))}
        >
          {texts.run}
        </Button>
        {open ? (
          <Button
            size="compact-sm"
            variant="default"
            loading={isBusy}
            onClick={() => void act(() => call(domainSearch.stop, { id: open.id }))}
          >
            {texts.stop}
          </Button>
        ) : null}
      </Group>
      {data === undefined && error ? <ErrorState error={error} retry={() => void refetch()} /> : null}
      {data === undefined && !error ? <LoadingRows rows={2} height={28} /> : null}
      {data?.docs.length === 0 ? <Text size="sm">{texts.noRuns}</Text> : null}
      {data && data.docs.length > 0 ? <Runs runs={data.docs} /> : null}
      {dialog}
      <BrandReferences company={schedule.companyId} brand={schedule.brandId} />
    </div>
  )
}

const { heads } = texts
const columns: readonly { label: string; value: (run: Run) => string }[] = [
  { label: heads.made, value: ({ made }) => countText(made) },
  { label: heads.inFeeds, value: ({ inFeeds }) => countText(inFeeds) },
  { label: heads.known, value: ({ known }) => countText(known) },
  { label: heads.lookedUp, value: ({ lookedUp, chosen }) => texts.ofChosen(lookedUp, chosen) },
  { label: heads.registered, value: ({ registered }) => countText(registered) },
  { label: heads.absent, value: ({ absent }) => countText(absent) },
  { label: heads.throttled, value: ({ throttled }) => countText(throttled) },
  { label: heads.unknown, value: ({ unknown }) => countText(unknown) },
  { label: heads.found, value: ({ found }) => countText(found) },
]

/** Why a run ended early, and what was noticed, below it. */
function RunNotes({ run: { reason, wildcards } }: { run: Run }) {
  const notes = [reason, wildcards === 0 ? null : texts.wildcards(wildcards)].filter((note) => note !== null)
  if (notes.length === 0) return null
  return (
    <tr>
      <td colSpan={columns.length + 2}>{notes.join(' ')}</td>
    </tr>
  )
}

function Runs({ runs }: { runs: readonly Run[] }) {
  const { businessZone: zone } = useSettings()
  return (
    <section className={classes['scroller']} tabIndex={0} aria-label={texts.runs}>
      <table className={`${classes['table']} ${stacked['stacked']}`}>
        <thead>
          <tr>
            <th scope="col">{heads.when}</th>
            <th scope="col">{heads.state}</th>
            {columns.map(({ label }) => (
              <th key={label} scope="col" data-align="right">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => {
            const at = run.startedAt ?? run.createdAt
            return (
              <Fragment key={run.id}>
                <tr>
                  <td data-head={heads.when}>
                    {showMoment(at, zone)}
                    <Text size="xs" c="dimmed">
                      {run.startedBy ?? texts.daily}
                    </Text>
                  </td>
                  <td data-head={heads.state}>
                    <Mark name={texts.state[run.state]} colour={stateColours[run.state]} />
                  </td>
                  {columns.map(({ label, value }) => (
                    <td key={label} data-head={label} data-align="right">
                      {value(run)}
                    </td>
                  ))}
                </tr>
                <RunNotes run={run} />
              </Fragment>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}
