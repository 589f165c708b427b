import { Button, SegmentedControl, Skeleton } from '@mantine/core'
import { useRef, useState } from 'react'
import { companyBars, monthBars } from '#features/charts/web/chart-models.ts'
import { findings } from '#features/findings/contract.ts'
import { DownloadButtons } from '#features/findings/web/DownloadButtons.tsx'
import { captionOf, type Finding } from '#features/findings/web/finding.ts'
import { findingColumns } from '#features/findings/web/finding-columns.tsx'
import { FindingDetails } from '#features/findings/web/FindingDetails.tsx'
import { queryOf, filterFieldsOf, searchFieldOf } from '#features/findings/web/platform-filters.ts'
import { texts as dashboardTexts } from '#features/findings/web/texts.ts'
import { useFacets } from '#features/findings/web/use-facets.ts'
import { useScope, useSession } from '#features/sessions/web/session-context.tsx'
import { addressOf } from '#kit/web/call.ts'
import { ChartCard } from '#kit/web/chart/ChartCard.tsx'
import { DateRange } from '#kit/web/DateRange.tsx'
import { EmptyState } from '#kit/web/EmptyState.tsx'
import { ErrorState } from '#kit/web/ErrorState.tsx'
import { FilterBar } from '#kit/web/FilterBar.tsx'
import { Lightbox } from '#kit/web/Lightbox.tsx'
import { ListHeader } from '#kit/web/ListHeader.tsx'
import { TableSettingsMenu } from '#kit/web/TableSettingsMenu.tsx'
import { withFilter } from '#kit/web/page-view.ts'
import type { TableColumn } from '#kit/web/record-parts.ts'
import { RecordTable } from '#kit/web/RecordTable.tsx'
import { useSettings } from '#kit/web/settings.ts'
import { useTableSettings } from '#kit/web/table-settings.ts'
import { sellerColumns, uniqueSeller } from '#platforms/unique-seller.ts'
import { clearedFilters, monthWithin, type SellerView, sellerList, activeFilters } from './seller-view.ts'
import classes from './SellerScreen.module.css'
import { texts } from './texts.ts'
import { useSellerList } from './use-seller-list.ts'

/** The row's number in the list. */
const numberColumn: TableColumn<Finding> = {
  name: 'sn',
  label: '#',
  width: 56,
  grows: false,
  align: 'right',
  sortable: false,
  cell: (_row, index) => <span className="tabular">{index + 1}</span>,
}

/** A seller's page: toggle, dates, both charts, and the findings with details and comments (C-131 to C-141). */
export function SellerFindings({ seller, view, change }: SellerView & { seller: string }) {
  const { user } = useSession()
  const scope = useScope()
  const { productName } = useSettings()
  const [tableSettings, setTableSettings] = useTableSettings(user?.id ?? '', sellerList.value)
  const [picture, setPicture] = useState<string>()
  const drafts = useRef(new Map<string, string>())
  const query = { ...queryOf(sellerList, view), ...scope.query }
  const [list, bars] = useSellerList(query, view.size)
  const facets = useFacets(uniqueSeller)
  const isAll = view.filters['allData'] === 'true'
  const filters = activeFilters(view.filters)
  const isFiltered = Object.keys(filters).length > 0
  const isKnown = list.state === 'ready' || list.state === 'reloading'
  const filter = (name: string, text: string) => change({ filters: withFilter(view.filters, name, text) })
  const clear = () => change({ filters: clearedFilters(view.filters) })
  const downloaded = { ...query, ...(isAll ? { brand: '' } : {}) }
  const own = findingColumns(uniqueSeller, {
    openPicture: setPicture,
    onStatus: (row, status) => {
      list.change(row.id, (old) => ({ ...old, status }))
      list.reload()
    },
    onStale: list.reload,
  })
  const columns = [numberColumn, ...own]

  return (
    <div className={classes['screen']}>
      <ListHeader
        title={seller}
        count={isKnown || list.rows.length > 0 ? list.total : undefined}
        shown={list.rows.length}
        size={{ now: view.size, offered: uniqueSeller.pageSizes, set: (size) => change({ size }) }}
      >
        <Button size="xs" variant="subtle" onClick={() => change({ filters: {} })}>
          {texts.otherSellers}
        </Button>
        <SegmentedControl
          size="xs"
          aria-label={texts.brands}
          data={[
            { value: '', label: scope.brand.id ? scope.brand.brandName : texts.noBrand },
            { value: 'true', label: texts.allBrands(productName) },
          ]}
          value={isAll ? 'true' : ''}
          onChange={(value) => filter('allData', value)}
        />
        <DateRange label={dashboardTexts.reportingDate} value={view.range} onChange={(range) => change({ range })} />
        <DownloadButtons
          platform={uniqueSeller}
          count={list.total}
          addressOf={(type) => addressOf(findings['e-commerce'].download, { ...downloaded, type }).url}
        />
        <TableSettingsMenu columns={columns} settings={{ now: tableSettings, set: setTableSettings }} />
      </ListHeader>
      <div className={classes['charts']}>
        {bars ? (
          <>
            <ChartCard
              title={texts.monthly}
              chart={monthBars(bars.months)}
              actions={{
                open: ({ code, mark }) =>
                  code &&
                  mark &&
                  change({
                    range: monthWithin(view.range, mark),
                    filters: withFilter(view.filters, 'status', code),
                  }),
              }}
            />
            <ChartCard
              title={texts.companyWise}
              chart={companyBars(bars.companies)}
              actions={{ open: ({ code }) => code && filter('status', code) }}
            />
          </>
        ) : (
          <>
            <Skeleton h={280} />
            <Skeleton h={280} />
          </>
        )}
      </div>
      <FilterBar
        fields={filterFieldsOf(uniqueSeller, facets)}
        texts={filters}
        searchBy={searchFieldOf(uniqueSeller)}
        onFilter={filter}
        onClear={clear}
      />
      <div className={classes['list']}>
        <RecordTable
          label={texts.table}
          list={list}
          columns={columns}
          settings={{ now: tableSettings, set: setTableSettings }}
          sort={{ now: view.sort, set: (sort) => change({ sort }) }}
          details={(row) => (
            <FindingDetails
              platform={uniqueSeller}
              row={row}
              drafts={drafts.current}
              openPicture={() => setPicture(row.id)}
              onComment={(clientComment) => list.change(row.id, (old) => ({ ...old, clientComment }))}
              block={{ title: texts.seller, names: sellerColumns }}
            />
          )}
          empty={
            list.state === 'failed' ? (
              <ErrorState error={list.error} retry={list.reload} />
            ) : (
              <EmptyState title={texts.nothing} hint={dashboardTexts.nothingHint(view.range, isFiltered)}>
                {isFiltered && (
                  <Button size="xs" variant="default" onClick={clear}>
                    {dashboardTexts.clearFilters}
                  </Button>
                )}
              </EmptyState>
            )
          }
        />
      </div>
      <Lightbox
        pictures={list.rows.flatMap((row) =>
          row.imageUrl ? [{ id: row.id, source: row.imageUrl, caption: captionOf(uniqueSeller, row) }] : [],
        )}
        open={picture}
        onOpen={setPicture}
      />
    </div>
  )
}
