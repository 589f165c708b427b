import type { Bar, Parts, PlatformChart } from '#features/charts/contract.ts'
import { ChartCard } from '#kit/web/chart/ChartCard.tsx'
import type { DayRange } from '#vocabulary/dates.ts'
import { addressesOf, sellerAddress } from './addresses.ts'
import { dateBars, gaugeOf, ringOf, sellerBars, statusRing } from './chart-models.ts'
import type { TabKey } from './home-view.ts'
import { PlatformCard } from './PlatformCard.tsx'
import { texts } from './texts.ts'
import { useChartLinks } from './use-chart-links.ts'
import classes from './home.module.css'

/** The numbers of any platform; the optional ones exist for some platforms only. */
export type PlatformNumbers = PlatformChart & {
  reporting: Bar
  site?: Parts
  seller?: Bar
  tld?: Parts
  socialMediaPie?: Parts
}

/** One platform's charts: bars, enforcement percentage, statuses, platform-specific parts, reporting dates. */
export function PlatformTab({ tab, numbers, range }: { tab: TabKey; numbers: PlatformNumbers; range: DayRange }) {
  const chartLinks = useChartLinks()
  const addresses = addressesOf(tab, range)
  const { site, seller, tld, socialMediaPie: social } = numbers
  const byDate = (
    <ChartCard title={texts.byDate[tab]} chart={dateBars(numbers.reporting)} actions={chartLinks(addresses.day)} />
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
        {site && <ChartCard title={texts.sites} chart={ringOf(site)} actions={chartLinks(addresses.value('site'))} />}
        {tld && <ChartCard title={texts.tld} chart={ringOf(tld)} actions={chartLinks(addresses.value('tld'))} />}
        {social && (
          <ChartCard title={texts.social} chart={ringOf(social)} actions={chartLinks(addresses.value('platform'))} />
        )}
        {seller ? (
          <ChartCard title={texts.sellers} chart={sellerBars(seller)} actions={chartLinks(sellerAddress)} />
        ) : (
          byDate
        )}
      </div>
    </>
  )
}
