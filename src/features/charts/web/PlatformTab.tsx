import type { PlatformNumbers } from '#features/charts/contract.ts'
import { valuesIn } from '#features/charts/rules.ts'
import { ChartCard } from '#kit/web/chart/ChartCard.tsx'
import { platformOf } from '#platforms/all.ts'
import type { DayRange } from '#vocabulary/dates.ts'
import { addressesOf, sellerAddresses } from './addresses.ts'
import { dateBars, gaugeOf, ringOf, sellerBars, statusRing } from './chart-models.ts'
import type { TabKey } from './home-view.ts'
import { PlatformCard } from './PlatformCard.tsx'
import { texts } from './texts.ts'
import { useChartLinks } from './use-chart-links.ts'
import classes from './home.module.css'

/** One platform's charts: bars, enforcement percentage, statuses, platform-specific parts, reporting dates. */
export function PlatformTab({ tab, numbers, range }: { tab: TabKey; numbers: PlatformNumbers; range: DayRange }) {
  const chartLinks = useChartLinks()
  const addresses = addressesOf(tab, range)
  const platform = platformOf(tab)!
  const { seller } = numbers
  const { valueChart } = platform
  const values = valuesIn(platform, numbers)
  const byDate = (
    <ChartCard
      title={platform.dateChartTitle}
      chart={dateBars(numbers.reporting)}
      actions={chartLinks(addresses.day)}
    />
  )
  return (
    <>
      <PlatformCard platform={tab} numbers={numbers} range={range} isFolding={false} />
      <div className={classes['gaugeFirst']}>
        <ChartCard
          title={texts.enforcement}
          subtitle={texts.enforcementHow}
          chart={gaugeOf(numbers.currentMonth, numbers.totalDocs)}
        />
        <ChartCard title={texts.byStatus} chart={statusRing(numbers.pie)} actions={chartLinks(addresses.status)} />
      </div>
      {seller && byDate}
      <div className={classes['narrowFirst']}>
        {valueChart && values && (
          <ChartCard
            title={valueChart.title}
            chart={ringOf(values)}
            actions={chartLinks(addresses.value(valueChart.column))}
          />
        )}
        {seller ? (
          <ChartCard title={texts.sellers} chart={sellerBars(seller)} actions={chartLinks(sellerAddresses(range))} />
        ) : (
          byDate
        )}
      </div>
    </>
  )
}
