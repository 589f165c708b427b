import { Button, Select } from '@mantine/core'
import { useState } from 'react'
import type { PickedBrand } from '#features/brands/contract.ts'
import { BrandPick, useBrand } from '#features/brands/web/BrandPick.tsx'
import { rememberScope, startingScope } from '#features/brands/web/remembered-scope.ts'
import { withBrand, withCompany } from '#features/brands/web/staff-scope.ts'
import { CompanyPick, useCompany } from '#features/companies/web/CompanyPick.tsx'
import { useSession } from '#features/sessions/web/session-context.tsx'
import { isRequired } from '#kit/contract/texts.ts'
import { toastError } from '#kit/web/alerts.ts'
import { DayInput } from '#kit/web/DayInput.tsx'
import { FieldRow } from '#kit/web/FieldRow.tsx'
import { businessToday } from '#kit/web/settings.ts'
import { earliestReportingDate } from '#vocabulary/dates.ts'
import { purchase, purchaseStatuses, statusDisplay } from '#vocabulary/statuses.ts'
import classes from './Purchase.module.css'
import { texts } from './texts.ts'

/** The filters as in the URL; '' when none is selected. */
export type PurchaseQuery = { company: string; brand: string; status: string; reportingDate: string }

const statuses = purchaseStatuses.map((code) => ({ value: code, label: statusDisplay(code).name }))

/** Company, Brand, Status, Reporting Date and Fetch Data (S-092); nothing is loaded before it is pressed. */
export function PurchaseFilters({ query, onFetch }: { query: PurchaseQuery; onFetch: (draft: PurchaseQuery) => void }) {
  const userId = useSession().user?.id ?? ''
  const [draft, setDraft] = useState(() => {
    if (query.company) return query
    const { companyId = '', brandId = '' } = startingScope(userId, {})
    return { ...query, company: companyId, brand: brandId }
  })
  const choose = (companyId: string | undefined, picked?: PickedBrand) => {
    setDraft({ ...draft, company: companyId ?? '', brand: picked?.id ?? '' })
    // Purchases have no platform: that of the same brand stays remembered, else the brand's first one.
    const before = startingScope(userId, {})
    if (picked === undefined) rememberScope(userId, withCompany(companyId))
    else if (picked.id !== before.brandId) rememberScope(userId, withBrand(withCompany(companyId), picked))
  }
  const [problem, setProblem] = useState('')
  const company = useCompany(draft.company || undefined)
  const brand = useBrand(draft.brand || undefined)
  return (
    <form
      aria-label={texts.title}
      className={classes['filters']}
      onSubmit={(event) => {
        event.preventDefault()
        if (draft.company) return onFetch(draft)
        setProblem(isRequired('Company'))
        toastError(isRequired('Company'))
      }}
    >
      <FieldRow isLabelled>
        <CompanyPick
          chosen={company}
          error={problem}
          appearance={{ w: 220 }}
          choose={(one) => {
            setProblem('')
            choose(one?.id)
          }}
        />
        <BrandPick
          companyId={draft.company || undefined}
          chosen={brand && { id: brand.id, name: brand.brandName }}
          clearable
          appearance={{ w: 200, placeholder: 'All brands' }}
          choose={(one) => choose(draft.company || undefined, one)}
        />
        <Select
          label="Status"
          w={240}
          data={statuses}
          value={draft.status || purchase}
          onChange={(status) => setDraft({ ...draft, status: status ?? '' })}
        />
        <DayInput
          label="Reporting Date"
          w={152}
          offered={{ first: earliestReportingDate, last: businessToday() }}
          value={draft.reportingDate}
          onDay={(reportingDate) => setDraft({ ...draft, reportingDate })}
        />
        <Button type="submit">{texts.fetch}</Button>
      </FieldRow>
    </form>
  )
}
