import { useScope, useSession } from '#features/sessions/web/session-context.tsx'
import { PickOne } from '#kit/web/PickOne.tsx'
import { useChooseScope } from './use-choose-scope.ts'

/** A Client's company and brand, each with a search box (C-054, C-055, C-056); nobody else has them. */
export function ScopeSelectors() {
  const { role, companies, brands } = useSession()
  const { chooseCompany, chooseBrand } = useChooseScope()
  const { company, brand } = useScope()
  if (role !== 'Client') return null
  return (
    <>
      <PickOne
        label="Company"
        chosen={company.companyName}
        options={companies.map(({ id, companyName }) => ({ id: id ?? '', name: companyName }))}
        choose={(id) => id !== company.id && chooseCompany(id)}
      />
      <PickOne
        label="Brand"
        chosen={brand.brandName}
        options={[{ id: '', name: 'All' }, ...brands.map(({ id, brandName }) => ({ id, name: brandName }))]}
        choose={(id) => chooseBrand(id || null)}
      />
    </>
  )
}
