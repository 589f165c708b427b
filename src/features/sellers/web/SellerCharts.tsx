import { Skeleton } from '@mantine/core'
import { companyBars, monthBars } from '#features/charts/web/chart-models.ts'
import type { Finding } from '#features/findings/web/finding.ts'
import { ChartCard } from '#kit/web/chart/ChartCard.tsx'
import { ErrorState } from '#kit/web/ErrorState.tsx'
import type { List } from '#kit/web/use-list.ts'
import { monthWithin, type SellerView } from './seller-view.ts'
import { withFilter } from '#kit/web/page-view.ts'
import classes from './SellerScreen.module.css'
import { texts } from './texts.ts'
import type { SellerBars } from './use-seller-list.ts'

/** The charts come with the first page of the list. */
type SellerChartsData = { bars: SellerBars | undefined; list: Pick<List<Finding>, 'state' | 'error' | 'reload'> }

/** A seller's findings by month and by company. A bar sets the status filter, that of a month also the dates. */
export function SellerCharts({ bars, list, change }: Pick<SellerView, 'change'> & SellerChartsData) {
  if (!bars && list.state === 'failed') return <ErrorState error={list.error} retry={list.reload} />
  if (!bars)
    return (
      <div className={classes['charts']}>
        <Skeleton h={280} />
        <Skeleton h={280} />
      </div>
    )
  return (
    <div className={classes['charts']}>
      <ChartCard
        title={texts.monthly}
        chart={monthBars(bars.months)}
        actions={{
          open: ({ code, mark }) =>
            code &&
            mark &&
            change(({ range, filters }) => ({
              range: monthWithin(range, mark),
              filters: withFilter(filters, 'status', code),
            })),
        }}
      />
      <ChartCard
        title={texts.companyWise}
        chart={companyBars(bars.companies)}
        actions={{
          open: ({ code }) => code && change(({ filters }) => ({ filters: withFilter(filters, 'status', code) })),
        }}
      />
    </div>
  )
}
