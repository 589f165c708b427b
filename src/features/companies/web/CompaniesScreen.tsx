import { companies, type CompanyRecord, companySheet } from '#features/companies/contract.ts'
import { companyMessages } from '#features/companies/messages.ts'
import { toastError } from '#kit/web/alerts.ts'
import { call, CallFailed } from '#kit/web/call.ts'
import { CutText } from '#kit/web/cells.tsx'
import { MasterRecords } from '#kit/web/MasterRecords.tsx'
import { OptionFilter } from '#kit/web/OptionFilter.tsx'
import { serialNumberColumn, type TableColumn } from '#kit/web/record-parts.ts'
import type { Pages } from '#kit/web/use-pages.ts'
import { sortedByOf } from '#kit/web/view-slots.ts'
import { CompanyDetails } from './CompanyDetails.tsx'
import { CompanyDialog } from './CompanyDialog.tsx'
import { CompanyPick, useFilterCompany } from './CompanyPick.tsx'

const texts = {
  title: 'Companies',
  add: 'Add Company',
  noneTitle: 'No companies yet',
  noneHint: 'Add the first client company, then its brands and users.',
}

const locationFilters = [
  ['country', 'Country', companies.countries],
  ['state', 'State', companies.states],
  ['city', 'City', companies.cities],
] as const

const columns: readonly TableColumn<CompanyRecord>[] = [
  serialNumberColumn('_id'),
  {
    name: 'name',
    label: 'Name',
    width: 158,
    grows: true,
    sortable: true,
    onCard: 'title',
    cell: (row) => <CutText text={row.name} />,
  },
  {
    name: 'legalName',
    label: 'Legal name',
    width: 184,
    grows: true,
    sortable: true,
    cell: (row) => <CutText text={row.legalName} />,
  },
  { name: 'city', label: 'City', width: 100, grows: true, sortable: true, cell: (row) => <CutText text={row.city} /> },
  {
    name: 'state',
    label: 'State',
    width: 110,
    grows: true,
    sortable: true,
    cell: (row) => <CutText text={row.state} />,
  },
  {
    name: 'country',
    label: 'Country',
    width: 90,
    grows: true,
    sortable: true,
    cell: (row) => <CutText text={row.country} />,
  },
  {
    name: 'parentCompany',
    label: 'Parent company',
    width: 160,
    grows: true,
    cell: (row) => <CutText text={row.parentCompany[0]?.name ?? ''} />,
  },
]

/** What the address filters, and the views of the list may name. */
const views = { filters: ['company', 'country', 'state', 'city'], sortedBy: sortedByOf(columns) }

/** Companies: list, filters, details, add, change, delete. */
export function CompaniesScreen() {
  return (
    <MasterRecords<CompanyRecord>
      name="companies"
      texts={texts}
      columns={columns}
      load={(query, signal) => call(companies.allRecords, query, { signal })}
      views={views}
      filters={(pages) => <CompanyFilters pages={pages} />}
      sheet={{ what: 'companies', calls: companies, layout: companySheet }}
      namedIn={['pick', 'options', 'company']}
      nameOf={({ name }) => name}
      remove={{ send: ({ id }) => call(companies.remove, { id }), refused: whyNotRemoved }}
      form={({ row, close, saved }) => <CompanyDialog company={row} close={close} saved={saved} />}
      details={(company) => <CompanyDetails company={company} />}
    />
  )
}

/** Every failure shows this text; child companies are reported in addition. */
function whyNotRemoved(error: unknown): string {
  if (error instanceof CallFailed && error.message === companyMessages.hasChildren) toastError(error.message)
  return companyMessages.brandsFirst
}

/** Company, country, state and city. */
function CompanyFilters({ pages }: { pages: Pages<CompanyRecord> }) {
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
      {locationFilters.map(([name, label, endpoint]) => (
        <OptionFilter
          key={name}
          label={label}
          chosen={filters[name]}
          choose={(text) => filter(name, text)}
          options={{ name, read: async (signal) => (await call(endpoint, {}, { signal })).data }}
        />
      ))}
    </>
  )
}
