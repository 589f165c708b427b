import type { HomeCharts } from '#features/charts/contract.ts'
import { useSession } from '#features/sessions/web/session-context.tsx'
import { ChartCard } from '#kit/web/chart/ChartCard.tsx'
import { sellerPlatform } from '#platforms/all.ts'
import type { DayRange } from '#vocabulary/dates.ts'
import { addressesOf, sellerAddresses } from './addresses.ts'
import { dateBars, gaugeOf, ringOf, sellerBars, statusRing } from './chart-models.ts'
import { PlatformCard } from './PlatformCard.tsx'
import { texts } from './texts.ts'
import { useChartLinks } from './use-chart-links.ts'
import classes from './home.module.css'

/** The charts of all platforms together, and a card for each platform (C-082, C-094). */
export function HomeTab({ numbers, range }: { numbers: HomeCharts; range: DayRange }) {
  const { chooseBrand } = useSession()
  const chartLinks = useChartLinks()
  const hasSellers = sellerPlatform.key in numbers.platforms
  const sellerLinks = addressesOf(sellerPlatform.key, range)
  return (
    <>
      <div className={classes['gaugeFirst']}>
        <ChartCard
          title={texts.enforcement}
          subtitle={texts.enforcementHow}
          chart={gaugeOf(numbers.currentMonth, numbers.totalDocs)}
        />
        <ChartCard title={texts.byStatus} chart={statusRing(numbers.pie)} />
      </div>
      <div className={classes['halves']}>
        <ChartCard
          title={texts.brands}
          chart={ringOf(numbers.brands.map(({ id, name, value }) => ({ code: id, name, value })))}
          actions={{ open: ({ code }) => code && chooseBrand(code) }}
        />
        {hasSellers && (
          <ChartCard
            title={texts.webpages}
            chart={ringOf(numbers.site)}
            actions={chartLinks(sellerLinks.value(sellerPlatform.seller!.site))}
          />
        )}
      </div>
      {Object.entries(numbers.platforms).map(([platform, platformNumbers]) => (
        <PlatformCard key={platform} platform={platform} numbers={platformNumbers} range={range} isFolding />
      ))}
      <ChartCard title={texts.byDate} chart={dateBars(numbers.reporting)} />
      {hasSellers && (
        <ChartCard
          title={texts.sellers}
          chart={sellerBars(numbers.seller)}
          actions={chartLinks(sellerAddresses(range))}
        />
      )}
    </>
  )
}
