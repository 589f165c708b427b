import { Box, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { charts } from '#features/charts/contract.ts'
import { sellerAddresses } from '#features/charts/web/addresses.ts'
import { sellerBars } from '#features/charts/web/chart-models.ts'
import { texts as chartTexts } from '#features/charts/web/texts.ts'
import { useChartLinks } from '#features/charts/web/use-chart-links.ts'
import { texts as dashboardTexts } from '#features/findings/web/texts.ts'
import { useScope } from '#features/sessions/web/session-context.tsx'
import { call } from '#kit/web/call.ts'
import { ChartCard } from '#kit/web/chart/ChartCard.tsx'
import { DateRange } from '#kit/web/DateRange.tsx'
import { EmptyState } from '#kit/web/EmptyState.tsx'
import { ErrorState } from '#kit/web/ErrorState.tsx'
import { PageFrame } from '#kit/web/PageFrame.tsx'
import { sellerPlatform } from '#platforms/all.ts'
import type { SellerView } from './seller-view.ts'
import { texts } from './texts.ts'

/** The sellers with most findings, each a link to its page. */
export function ChooseSeller({ view, change }: SellerView) {
  const { query: scopeParams } = useScope()
  const opening = useChartLinks()
  const { data, error, refetch } = useQuery({
    queryKey: ['sellers', scopeParams, view.range],
    queryFn: ({ signal }) => call(charts[sellerPlatform.key], { ...scopeParams, ...view.range }, { signal }),
  })
  return (
    <PageFrame
      title={texts.title}
      aside={
        <DateRange label={dashboardTexts.reportingDate} value={view.range} onChange={(range) => change({ range })} />
      }
    >
      {error && !data ? <ErrorState error={error} retry={() => void refetch()} /> : null}
      {!data && !error ? <Skeleton h={320} /> : null}
      {data?.seller?.labels.length === 0 ? <EmptyState title={texts.choose} hint={texts.noSellers} /> : null}
      {data?.seller && data.seller.labels.length > 0 ? (
        <Box p="md">
          <Text size="sm" c="dimmed" mb="sm">
            {texts.chooseHint}
          </Text>
          <ChartCard
            isInner
            title={chartTexts.sellers}
            chart={sellerBars(data.seller)}
            actions={opening(sellerAddresses(view.range))}
          />
        </Box>
      ) : null}
    </PageFrame>
  )
}
