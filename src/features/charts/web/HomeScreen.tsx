import { ActionIcon, Alert, Button, Group, Loader, Tabs, Text, Title } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useDeferredValue, useEffect, useRef } from 'react'
import { noBrands } from '#features/sessions/web/no-brands.ts'
import { useScope, useSession } from '#features/sessions/web/session-context.tsx'
import { DateRange } from '#kit/web/DateRange.tsx'
import { homeNumbers } from '#kit/web/home-slot.ts'
import { EmptyState } from '#kit/web/EmptyState.tsx'
import { ChartSubject, periodForFile } from '#kit/web/chart/chart-subject.ts'
import { ErrorState, sentenceOf } from '#kit/web/ErrorState.tsx'
import { PageLoading } from '#kit/web/Loading.tsx'
import { Segments } from '#kit/web/Segments.tsx'
import { showDayOnHome } from '#vocabulary/dates.ts'
import { type HomeView, periodOf, quickRanges, tabsOf, tabTitle } from './home-view.ts'
import { HomeTab } from './HomeTab.tsx'
import { PlatformTab } from './PlatformTab.tsx'
import { texts } from './texts.ts'
import { useHomeView } from './use-home-view.ts'
import { useLinkedBrand } from './use-linked-brand.ts'
import { type Numbers, useNumbers } from './use-numbers.ts'
import { Waiting } from './Waiting.tsx'
import classes from './home.module.css'

/** The client home: first the findings waiting for this person, then the charts, all platforms and each. */
export function HomeScreen() {
  return useLinkedBrand() ? <Home /> : <PageLoading />
}

function Home() {
  const { brands } = useSession()
  const { company, brand } = useScope()
  const tabs = tabsOf(new Set(brands.flatMap(({ platforms }) => [...platforms])))
  const { view, change, day } = useHomeView(tabs)
  const { tab, range } = view

  const query = useNumbers(view)
  const { error } = query
  useEffect(() => {
    // Shown where the charts would be, not as an alert (C-315).
    if (error) console.error('The charts could not be loaded:', error)
  }, [error])
  // On a phone the tabs scroll sideways: the one that the address names may be out of sight.
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // In the next frame, which computes the layout anyway: here it would be computed once more.
    const frame = requestAnimationFrame(() =>
      list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ inline: 'center', block: 'nearest' }),
    )
    return () => cancelAnimationFrame(frame)
  }, [tab])
  // Placeholder data of another tab cannot be shown in this one.
  const shown = query.data?.tab === tab ? query.data : undefined
  // Sixteen charts with their buttons: rendered a few milliseconds at a time, between which the page answers. What waits
  // for this person is a few lines above them, and shown at once.
  const charted = useDeferredValue(shown)

  if (brands.length === 0) return <EmptyState {...noBrands} />
  return (
    <div className={classes['screen']}>
      <header className={classes['head']}>
        <Title order={1}>{texts.title}</Title>
        <div className={classes['choices']}>
          {query.isFetching && shown && <Loader size={16} aria-label="Loading" />}
          <Period range={range} day={day} choose={(chosen) => change({ range: chosen })} />
          <ReportsLink />
        </div>
      </header>
      <Tabs value={tab} onChange={(chosen) => chosen && change({ tab: chosen as typeof tab })} keepMounted={false}>
        <Tabs.List className={classes['tabs']!} ref={list}>
          <Tabs.Tab value="home">{texts.home}</Tabs.Tab>
          {tabs.map((key) => (
            <Tabs.Tab key={key} value={key}>
              {tabTitle(key)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel
          value={tab}
          className={classes['panel']!}
          aria-busy={query.isFetching || charted !== shown}
          data-reloading={query.isPlaceholderData || undefined}
        >
          {shown ? (
            <>
              {query.isError && <NotUpdated error={error} retry={() => void query.refetch()} />}
              <ChartSubject value={[company.companyName, brand.id ? brand.brandName : '', periodForFile(shown.range)]}>
                <Charts shown={shown} charted={charted} day={day} />
              </ChartSubject>
            </>
          ) : query.isError ? (
            <ErrorState error={error} retry={() => void query.refetch()} />
          ) : (
            <PageLoading />
          )}
        </Tabs.Panel>
      </Tabs>
    </div>
  )
}

type PeriodProps = {
  range: HomeView['range']
  day: string
  choose: (range: HomeView['range']) => void
}

/** The reporting dates that are charted: a usual range, or any. */
function Period({ range, day, choose }: PeriodProps) {
  const ranges = quickRanges(day)
  const quick = ranges.find((one) => one.range.startDate === range.startDate && one.range.endDate === range.endDate)
  return (
    <>
      <div className={classes['ranges']}>
        <Segments
          isWide
          label={texts.ranges}
          choices={ranges.map(({ label }) => ({ value: label, label }))}
          value={quick?.label ?? ''}
          onChange={(label) => choose(ranges.find((one) => one.label === label)!.range)}
        />
      </div>
      <DateRange label={texts.reportingDate} write={showDayOnHome} value={range} onChange={choose} />
    </>
  )
}

function ReportsLink() {
  return (
    <ActionIcon
      component={Link}
      to="/email-reports"
      variant="default"
      size={30}
      aria-label={texts.reports}
      title={texts.reports}
    >
      <IconMail size={16} />
    </ActionIcon>
  )
}

/** The charts on the screen are older than the last attempt to load them. */
function NotUpdated({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <Alert color="red" py={8} mb="sm" role="status">
      <Group gap="sm" justify="space-between">
        {texts.notUpdated} {sentenceOf(error)}
        <Button size="compact-sm" variant="default" onClick={retry}>
          {texts.tryAgain}
        </Button>
      </Group>
    </Alert>
  )
}

type ChartsProps = {
  shown: Numbers
  /** The numbers whose charts are rendered; undefined until there are any. */
  charted: Numbers | undefined
  day: string
}

function Charts({ shown, charted, day }: ChartsProps) {
  if (shown.tab !== 'home')
    return charted?.tab === shown.tab ? (
      <PlatformTab tab={charted.tab} numbers={charted.numbers} range={charted.range} />
    ) : (
      <PageLoading />
    )
  return (
    <>
      <Waiting waiting={shown.numbers.waiting} day={day} />
      {charted?.tab === 'home' ? (
        <>
          <homeNumbers.Outlet role="Client" />
          <Text size="sm" c="dimmed">
            {texts.charted(periodOf(charted.range, day))}
          </Text>
          <HomeTab numbers={charted.numbers} range={charted.range} />
        </>
      ) : (
        <PageLoading />
      )}
    </>
  )
}
