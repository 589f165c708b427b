import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type BrandRecord, brands, brandSheet } from '#features/brands/contract.ts'
import { CompanyPick, useFilterCompany } from '#features/companies/web/CompanyPick.tsx'
import { call } from '#kit/web/call.ts'
import { CutText, Mark } from '#kit/web/cells.tsx'
import { useDelete } from '#kit/web/confirm-delete.tsx'
import { EmptyState } from '#kit/web/EmptyState.tsx'
import { MasterTable } from '#kit/web/MasterTable.tsx'
import { OptionFilter } from '#kit/web/OptionFilter.tsx'
import { PageFrame } from '#kit/web/PageFrame.tsx'
import { serialNumberColumn, type TableColumn } from '#kit/web/record-parts.ts'
import { RowActions } from '#kit/web/RowActions.tsx'
import { businessToday } from '#kit/web/settings.ts'
import { SheetButtons } from '#kit/web/SheetButtons.tsx'
import { useEditing } from '#kit/web/use-editing.tsx'
import { type Pages, usePages } from '#kit/web/use-pages.ts'
import { sortedByOf } from '#kit/web/view-slots.ts'
import { BrandDialog } from './BrandDialog.tsx'
import { hasEnded, offeredPlatforms, type Watches } from './brand-form.ts'
import { PlatformTable } from './PlatformTable.tsx'
import { brandSections } from './slots.ts'

const states = [
  { value: 'true', label: 'Enabled' },
  { value: 'false', label: 'Disabled' },
]

const platformsOf = (row: BrandRecord) =>
  offeredPlatforms
    .flatMap(({ value, label }) => {
      const watch = (row.platform as Watches)[value]
      return watch ? [hasEnded(watch, businessToday()) ? `${label} (Ended)` : label] : []
    })
    .join(', ')

const columns: readonly TableColumn<BrandRecord>[] = [
  serialNumberColumn('_id'),
  {
    name: 'brandName',
    label: 'Brand',
    width: 170,
    grows: true,
    sortable: true,
    onCard: 'title',
    cell: (row) => <CutText text={row.brandName} />,
  },
  {
    name: 'company',
    label: 'Company',
    width: 156,
    grows: true,
    sortable: true,
    cell: (row) => <CutText text={row.company.name} />,
  },
  {
    name: 'searchTerm',
    label: 'Search term',
    width: 150,
    grows: true,
    sortable: true,
    cell: (row) => <CutText text={row.searchTerm} />,
  },
  {
    name: 'category',
    label: 'Category',
    width: 120,
    grows: true,
    sortable: true,
    cell: (row) => <CutText text={row.category} />,
  },
  {
    name: 'platform',
    label: 'Platforms',
    width: 180,
    grows: true,
    onCard: 'wide',
    cell: (row) => <CutText text={platformsOf(row)} />,
  },
  {
    name: 'status',
    label: 'Status',
    width: 110,
    sortable: true,
    cell: (row) => (row.status ? <Mark name="Enabled" colour="#2b8a3e" /> : <Mark name="Disabled" colour="#868e96" />),
  },
]

/** What the address filters, and the views of the list may name. */
const views = { filters: ['company', 'category', 'status'], sortedBy: sortedByOf(columns) }

/** Brands: list, filters, platforms, add, change, delete. */
export function BrandsScreen() {
  const client = useQueryClient()
  const pages = usePages<BrandRecord>({
    name: 'brands',
    load: (query, signal) => call(brands.allRecords, query, { signal }),
    filters: views.filters,
  })
  const [remove, confirmation] = useDelete()
  const refresh = () => {
    pages.reload()
    for (const key of ['pick', 'options', 'brand', 'brands']) void client.invalidateQueries({ queryKey: [key] })
  }
  const editing = useEditing<BrandRecord>(refresh)
  const add = (
    <Button size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={editing.add}>
      Add Brand
    </Button>
  )
  return (
    <PageFrame
      title="Brands"
      views={views}
      aside={
        <>
          <SheetButtons what="brands" calls={brands} layout={brandSheet} imported={refresh} />
          {add}
        </>
      }
    >
      <MasterTable
        label="Brands"
        pages={pages}
        columns={columns}
        details={(brand) => <BrandDetails brand={brand} />}
        actions={(brand) => (
          <RowActions
            name={brand.brandName}
            edit={() => editing.edit(brand)}
            remove={() =>
              void remove({
                name: `${brand.brandName}, ${brand.company.name}`,
                send: () => call(brands.remove, { id: brand.id }),
                lists: ['brands'],
              }).then((isDeleted) => isDeleted && refresh())
            }
          />
        )}
        empty={
          <EmptyState title="No brands yet" hint="Add a brand to a company and choose the platforms to monitor.">
            {add}
          </EmptyState>
        }
      >
        <BrandFilters pages={pages} />
      </MasterTable>
      {editing.form(({ row, ...dialog }) => (
        <BrandDialog brand={row} {...dialog} />
      ))}
      {confirmation}
    </PageFrame>
  )
}

function BrandDetails({ brand }: { brand: BrandRecord }) {
  return (
    <>
      <PlatformTable label={`Platforms of ${brand.brandName}`} platforms={brand.platform as Watches} />
      <brandSections.Outlet company={brand.company.id} brand={brand.id} />
    </>
  )
}

/** Company, category and status. */
function BrandFilters({ pages }: { pages: Pages<BrandRecord> }) {
  const { filters } = pages.view
  const filter = (name: string, text: string) => pages.filter({ [name]: text })
  const chosen = useFilterCompany(filters['company'])
  return (
    <>
      <CompanyPick
        chosen={chosen}
        choose={(company) => filter('company', company?.id ?? '')}
        clearable
        appearance={{ w: 190, size: 'xs', placeholder: 'Company', isBare: true }}
      />
      <OptionFilter
        label="Category"
        chosen={filters['category']}
        choose={(text) => filter('category', text)}
        options={{ name: 'category', read: async (signal) => (await call(brands.categories, {}, { signal })).data }}
      />
      <OptionFilter
        label="Status"
        chosen={filters['status']}
        choose={(text) => filter('status', text)}
        options={{ name: 'status of brands', read: () => Promise.resolve(states) }}
      />
    </>
  )
}
