import { Group, Loader, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { ScopeFilters } from '#features/brands/web/ScopeFilters.tsx'
import { revisits } from '#features/revisits/contract.ts'
import { moments, steps } from './texts.ts'
import { countings, groupings } from '#features/revisits/rules.ts'
import { noBrands } from '#features/sessions/web/no-brands.ts'
import type { CallOutput } from '#kit/contract/endpoint.ts'
import { call } from '#kit/web/call.ts'
import { ChartSubject, periodForFile } from '#kit/web/chart/chart-subject.ts'
import { ChartCard } from '#kit/web/chart/ChartCard.tsx'
import { DateRange } from '#kit/web/DateRange.tsx'
import { EmptyState } from '#kit/web/EmptyState.tsx'
import { ErrorState } from '#kit/web/ErrorState.tsx'
import { PageLoading } from '#kit/web/Loading.tsx'
import { withFilters } from '#kit/web/page-view.ts'
import { useNarrow } from '#kit/web/narrow.ts'
import { FieldRow } from '#kit/web/FieldRow.tsx'
import { FilterSelect } from '#kit/web/FilterSelect.tsx'
import { PageFrame } from '#kit/web/PageFrame.tsx'
import { businessToday } from '#kit/web/settings.ts'
import { partOf, useChangeAddress, type ViewChange } from '#kit/web/use-address.ts'
import { AgreedDays } from './AgreedDays.tsx'
import { Choice } from './Choice.tsx'
import {
  clockBars,
  type ClockView,
  clockViewOf,
  hasBars,
  namedSteps,
  searchOfClock,
  withoutBars,
} from './clock-view.ts'
import classes from './revisits.module.css'
import { StepFigures } from './StepFigures.tsx'
import { texts } from './texts.ts'
import { titles } from './titles.ts'
import { useClockScope } from './use-clock-scope.ts'

/** Time between the stages of enforced findings: medians and 90th percentiles, with definitions. A Client reads its own. */
export function ClockScreen() {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const changeAddress = useChangeAddress()
  const view = clockViewOf(search, businessToday())
  const { step, by, count, range, filters } = view
  const { params, names, ownPlatforms, isWithoutBrand } = useClockScope(filters)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['revisits', 'clock', view, params],
    queryFn: ({ signal }) => call(revisits.clock, { step, by, count, ...range, ...params }, { signal }),
    enabled: !isWithoutBrand,
    placeholderData: keepPreviousData,
    retry: false,
  })
  const change = (change: ViewChange<ClockView>) =>
    void changeAddress((now) => {
      const before = clockViewOf(now.search, businessToday())
      return { search: searchOfClock({ ...before, ...partOf(change, before) }, businessToday()) }
    })
  const filter = (texts: Record<string, string>) => change((now) => ({ filters: withFilters(now.filters, texts) }))
  const isEmpty = data?.steps.every(({ of }) => of === 0)
  if (isWithoutBrand)
    return (
      <PageFrame title={titles.clock}>
        <EmptyState {...noBrands} />
      </PageFrame>
    )
  return (
    <PageFrame title={titles.clock} aside={isFetching && data ? <Loader size={16} aria-label="Loading" /> : null}>
      <div style={{ padding: 16 }}>
        <FieldRow isSpaced role="search" aria-label="Filters">
          <DateRange label="Detected" value={range} onChange={(next) => change({ range: next })} />
          {ownPlatforms ? (
            <FilterSelect
              label="Platform"
              data={ownPlatforms.map(({ value, title }) => ({ value, label: title }))}
              value={params['platform']}
              choose={(value) => filter({ platform: value ?? '' })}
            />
          ) : (
            <ScopeFilters filters={filters} change={filter} />
          )}
          <Choice
            label={texts.counting}
            data={countings.map((value) => ({ value, label: texts.countings[value] }))}
            value={count}
            choose={(next) => change({ count: next as ClockView['count'] })}
            width={150}
          />
        </FieldRow>
        {error && !data ? <ErrorState error={error} retry={() => void refetch()} /> : null}
        {!data && !error ? <PageLoading /> : null}
        {isEmpty ? <EmptyState title={texts.noClocks} hint={texts.noClocksHint} /> : null}
        {data && !isEmpty ? (
          <ChartSubject value={[...names, periodForFile(range)]}>
            <Clock data={data} view={view} change={change} />
          </ChartSubject>
        ) : null}
        {/* Not before the figures, which would move them down. */}
        {data || error ? (
          <>
            <AgreedDays company={ownPlatforms ? params['company'] : undefined} />
            <Definitions />
          </>
        ) : null}
      </div>
    </PageFrame>
  )
}

type ClockProps = {
  data: CallOutput<typeof revisits.clock>
  view: ClockView
  change: (change: ViewChange<ClockView>) => void
}

/** The time that each step takes, and that of one step by month, brand or another group. */
function Clock({ data, view: { step, by }, change }: ClockProps) {
  // Brand names are long, and a phone is too narrow for any labels.
  const isNarrow = useNarrow()
  const stepBars = clockBars(namedSteps(data.steps), data.business?.daySeconds)
  const groupBars = clockBars(data.groups, data.business?.daySeconds)
  return (
    <div className={classes['charts']}>
      {/* Without a bar the table says all there is to say. */}
      {hasBars(stepBars) ? (
        <ChartCard title={texts.stepsTitle} subtitle={texts.howSteps} chart={{ ...stepBars, horizontal: true }} />
      ) : null}
      <StepFigures steps={data.steps} down={data.down} business={data.business} />
      <Group gap="xs">
        <Choice
          label="Step"
          data={steps.map(([value, name]) => ({ value, label: name }))}
          value={step}
          choose={(value) => change({ step: value as ClockView['step'] })}
          width={220}
        />
        <Choice
          label="By"
          data={groupings.map((value) => ({ value, label: `By ${value}` }))}
          value={by}
          choose={(value) => change({ by: value as ClockView['by'] })}
          width={220}
        />
      </Group>
      {hasBars(groupBars) ? (
        <ChartCard
          title={texts.groupTitle(step, by)}
          subtitle={`Days ${steps.find(([name]) => name === step)![2]}${by === 'month' ? ', by month of detection' : ''}`}
          chart={{ ...groupBars, horizontal: isNarrow || by === 'brand' }}
        />
      ) : (
        <Text fw={600} size="sm">
          {texts.groupTitle(step, by)}
        </Text>
      )}
      {data.groups.length === 0 ? <Text size="sm">{texts.noneBegan}</Text> : null}
      {withoutBars(data.groups).length > 0 ? (
        <Text size="xs" c="dimmed">
          {texts.noBars(withoutBars(data.groups))}
        </Text>
      ) : null}
    </div>
  )
}

/** Definitions of the dates. */
function Definitions() {
  return (
    <section aria-label="Definitions">
      <Text fw={600} size="sm" mt="md" mb={6}>
        Definitions
      </Text>
      <dl className={classes['definitions']}>
        {moments.map(([moment, name, definition]) => (
          <div key={moment} style={{ display: 'contents' }}>
            <dt>{name}</dt>
            <dd>{definition}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
