import { Button } from '@mantine/core'
import { DownloadButtons } from '#features/findings/web/DownloadButtons.tsx'
import { queryOf, withConditions } from '#features/findings/web/platform-filters.ts'
import { texts as dashboardTexts } from '#features/findings/web/texts.ts'
import { useDashboardView } from '#features/findings/web/use-dashboard-view.ts'
import { useScope } from '#features/sessions/web/session-context.tsx'
import { type Mark, trademarks } from '#features/trademarks/contract.ts'
import { addressOf, call } from '#kit/web/call.ts'
import { DateRange } from '#kit/web/DateRange.tsx'
import { EmptyState } from '#kit/web/EmptyState.tsx'
import { ErrorState } from '#kit/web/ErrorState.tsx'
import { FilterBar } from '#kit/web/FilterBar.tsx'
import { filterFields } from '#kit/web/filter-fields.ts'
import { ListHeader } from '#kit/web/ListHeader.tsx'
import { TableSettingsMenu } from '#kit/web/TableSettingsMenu.tsx'
import { RecordTable } from '#kit/web/RecordTable.tsx'
import { useTableSettings } from '#kit/web/table-settings.ts'
import { useList } from '#kit/web/use-list.ts'
import { conditionedNames } from '#platforms/platform.ts'
import { markStatuses, markTypes, sunriseFlags, trademark } from '#platforms/trademark.ts'
import { MarkDetails } from './MarkDetails.tsx'
import { markColumns } from './mark-columns.tsx'
import classes from './Marks.module.css'
import { texts } from './texts.ts'

const fields = filterFields(trademark.columns, conditionedNames(trademark), {}, (name) => {
  const choices = { markType: markTypes, status: markStatuses, sunriseFlag: sunriseFlags }[name]
  return choices?.map((value) => ({ value, label: value }))
}).map((field) =>
  withConditions(field, {
    column: field.name,
    columns: trademark.columns,
    isExtra: !(trademark.filteredBy as readonly string[]).includes(field.name),
  }),
)

/** A Client's own marks in the clearinghouse: filters, list, details with notifications, Excel (C-030, C-172). */
export function MarksDashboardScreen() {
  const scope = useScope()
  const [view, change] = useDashboardView(trademark)
  const [tableSettings, setTableSettings] = useTableSettings(trademark.value)
  const query = { ...queryOf(trademark, view), ...scope.query }
  const list = useList<Mark>({
    name: [trademark.value, query],
    size: view.size,
    growth: trademark.scrolling,
    load: ({ page, perPage }, signal) =>
      call(
        trademarks.list,
        { ...query, page: String(page), perPage: String(perPage), dropdownCount: String(perPage) },
        { signal },
      ),
  })
  const columns = markColumns(trademark.listed)
  const isFiltered = Object.keys(view.filters).length > 0
  const isKnown = list.state === 'ready' || list.state === 'reloading'

  return (
    <div className={classes['screen']}>
      <ListHeader
        title={texts.dashboard}
        count={isKnown || list.rows.length > 0 ? list.total : undefined}
        size={{ now: view.size, offered: trademark.pageSizes, set: (size) => change({ size }) }}
      >
        <DateRange label={texts.reportingDate} value={view.range} onChange={(range) => change({ range })} />
        <DownloadButtons
          platform={trademark}
          count={list.total}
          addressOf={(type) => addressOf(trademarks.download, { ...query, type }).url}
        />
        <TableSettingsMenu columns={columns} settings={{ now: tableSettings, set: setTableSettings }} />
      </ListHeader>
      <FilterBar
        fields={fields}
        texts={view.filters}
        searchBy="markName"
        onFilters={(filters) => change({ filters })}
      />
      <RecordTable
        label={texts.table}
        list={list}
        columns={columns}
        settings={{ now: tableSettings, set: setTableSettings }}
        sort={{ now: view.sort, set: (sort) => change({ sort }) }}
        details={(row) => <MarkDetails row={row} />}
        empty={
          list.state === 'failed' ? (
            <ErrorState error={list.error} retry={list.reload} />
          ) : (
            <EmptyState title="No marks" hint={dashboardTexts.nothingHint(view.range, isFiltered)}>
              {isFiltered && (
                <Button size="xs" variant="default" onClick={() => change({ filters: {} })}>
                  {dashboardTexts.clearFilters}
                </Button>
              )}
            </EmptyState>
          )
        }
      />
    </div>
  )
}
