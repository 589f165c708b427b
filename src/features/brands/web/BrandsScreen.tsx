import { type BrandRecord, brands, brandSheet } from '#features/brands/contract.ts'
import { CompanyPick, useFilterCompany } from '#features/companies/web/CompanyPick.tsx'
import { call } from '#kit/web/call.ts'
import { CutText, Mark } from '#kit/web/cells.tsx'
import { MasterRecords } from '#kit/web/MasterRecords.tsx'
import { OptionFilter } from '#kit/web/OptionFilter.tsx'
import { serialNumberColumn, type TableColumn } from '#kit/web/record-parts.ts'
import { businessToday } from '#kit/web/settings.ts'
import type { Pages } from '#kit/web/use-pages.ts'
import { sortedByOf } from '#kit/web/view-slots.ts'
import { BrandDialog } from './BrandDialog.tsx'
import { hasEnded, offeredPlatforms, type Watches } from './brand-form.ts'
import { PlatformTable } from './PlatformTable.tsx'
import { brandSections } from './slots.ts'

const texts = {
  title: 'Brands',
  add: 'Add Brand',
  noneTitle: 'No brands yet',
  noneHint: 'Add a brand to a company and choose the platforms to monitor.',
}

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
    width: 150,
    grows: true,
    sortable: true,
    onCard: 'title',
    cell: (row) => <CutText text={row.brandName} />,
  },
  {
    name: 'company',
    label: 'Company',
    width: 136,
    grows: true,
    sortable: true,
    cell: (row) => <CutText text={row.company.name} />,
  },
  {
    name: 'searchTerm',
    label: 'Search term',
    width: 110,
    grows: true,
    sortable: true,
    cell: (row) => <CutText text={row.searchTerm} />,
  },
  {
    name: 'category',
    label: 'Category',
    width: 100,
    grows: true,
    sortable: true,
    cell: (row) => <CutText text={row.category} />,
  },
  {
    name: 'platform',
    label: 'Platforms',
    width: 150,
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
  return (
    <MasterRecords<BrandRecord>
      name="brands"
      texts={texts}
      columns={columns}
      load={(query, signal) => call(brands.allRecords, query, { signal })}
      views={views}
      filters={(pages) => <BrandFilters pages={pages} />}
      sheet={{ what: 'brands', calls: brands, layout: brandSheet }}
      namedIn={['pick', 'options', 'brand', 'brands']}
      nameOf={({ brandName }) => brandName}
      remove={{
        send: ({ id }) => call(brands.remove, { id }),
        nameOf: ({ brandName, company }) => `${brandName}, ${company.name}`,
      }}
      form={({ row, ...dialog }) => <BrandDialog brand={row} {...dialog} />}
      details={(brand) => <BrandDetails brand={brand} />}
    />
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
