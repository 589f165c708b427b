import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { findings } from '#features/findings/contract.ts'
import { DownloadButtons } from '#features/findings/web/DownloadButtons.tsx'
import type { Finding } from '#features/findings/web/finding.ts'
import { FindingFilters, FindingTable, knownCount, NoFindings } from '#features/findings/web/FindingTable.tsx'
import { queryOf } from '#features/findings/web/platform-filters.ts'
import { texts as dashboardTexts } from '#features/findings/web/texts.ts'
import { useFindingTable } from '#features/findings/web/use-finding-table.ts'
import { useScope, useSession } from '#features/sessions/web/session-context.tsx'
import { addressOf } from '#kit/web/call.ts'
import { DateRange } from '#kit/web/DateRange.tsx'
import { ListHeader } from '#kit/web/ListHeader.tsx'
import type { TableColumn } from '#kit/web/record-parts.ts'
import { useSettings } from '#kit/web/settings.ts'
import { useTableSettings } from '#kit/web/table-settings.ts'
import { TableSettingsMenu } from '#kit/web/TableSettingsMenu.tsx'
import { sellerColumns, uniqueSeller } from '#platforms/unique-seller.ts'
import { activeFilters, clearedFilters, type SellerView, sellerList, showsAllBrands } from './seller-view.ts'
import { withFilter } from '#kit/web/page-view.ts'
import { SellerCharts } from './SellerCharts.tsx'
import { ChartSubject, periodForFile } from '#kit/web/chart/chart-subject.ts'
import { Segments } from '#kit/web/Segments.tsx'
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
  const scope = useScope()
  const [settings, setSettings] = useTableSettings(sellerList.value)
  const tableSettings = { now: settings, set: setSettings }
  const query = { ...queryOf(sellerList, view), ...scope.query }
  const [list, bars] = useSellerList(query, view.size)
  const findingTable = useFindingTable(uniqueSeller, list, list.reload)
  const columns = useMemo(() => [numberColumn, ...findingTable.columns], [findingTable.columns])
  const table = { ...findingTable, columns }
  const filters = activeFilters(view.filters)
  const isFiltered = Object.keys(filters).length > 0
  const clear = () => change(({ filters: now }) => ({ filters: clearedFilters(now) }))
  const downloaded = { ...query, ...(view.filters['allData'] === 'true' ? { brand: '' } : {}) }

  return (
    <div className={classes['screen']}>
      <ListHeader
        title={seller}
        count={knownCount(list)}
        shown={list.rows.length}
        size={{ now: view.size, offered: uniqueSeller.pageSizes, set: (size) => change({ size }) }}
      >
        <Button size="xs" variant="subtle" onClick={() => change({ filters: {} })}>
          {texts.otherSellers}
        </Button>
        <BrandToggle view={view} change={change} />
        <DateRange label={dashboardTexts.reportingDate} value={view.range} onChange={(range) => change({ range })} />
        <DownloadButtons
          platform={uniqueSeller}
          count={list.total}
          addressOf={(type) => addressOf(findings[uniqueSeller.value].download, { ...downloaded, type }).url}
        />
        <TableSettingsMenu columns={table.columns} settings={tableSettings} />
      </ListHeader>
      <ChartSubject value={[seller, scope.company.companyName, periodForFile(view.range)]}>
        <SellerCharts bars={bars} list={list} change={change} />
      </ChartSubject>
      <FindingFilters
        platform={uniqueSeller}
        texts={filters}
        onFilters={(texts) => change((now) => ({ filters: { ...clearedFilters(now.filters), ...texts } }))}
      />
      <div className={classes['list']}>
        <FindingTable
          label={texts.table}
          table={table}
          settings={tableSettings}
          sort={{ now: view.sort, set: (sort) => change({ sort }) }}
          more={{ block: { title: texts.seller, names: sellerColumns } }}
          empty={
            <NoFindings
              list={list}
              title={texts.nothing}
              hint={dashboardTexts.nothingHint(view.range, isFiltered)}
              onClear={isFiltered ? clear : undefined}
            />
          }
        />
      </div>
    </div>
  )
}

/** The findings of the selected brand, or of all brands. While none is selected, its first side selects the first one. */
function BrandToggle({ view, change }: SellerView) {
  const { brand } = useScope()
  const { brands, chooseBrand } = useSession()
  const { productName } = useSettings()
  const [first] = brands
  return (
    <Segments
      label={texts.brands}
      choices={[
        { value: '', label: brand.id || !first ? brand.brandName : first.brandName },
        { value: 'true', label: texts.allBrands(productName) },
      ]}
      value={showsAllBrands(view.filters, brand) ? 'true' : ''}
      onChange={(value) => {
        if (value === '' && brand.id === null && first) chooseBrand(first.id)
        change((now) => ({ filters: withFilter(now.filters, 'allData', value) }))
      }}
    />
  )
}
