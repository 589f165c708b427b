import { Button, Group, Select } from '@mantine/core'
import { useState } from 'react'
import { BrandPick, useBrand } from '#features/brands/web/BrandPick.tsx'
import { CompanyPick, useCompany } from '#features/companies/web/CompanyPick.tsx'
import { isRequired } from '#kit/contract/texts.ts'
import { tellBad } from '#kit/web/alerts.ts'
import { DayInput } from '#kit/web/DayInput.tsx'
import { businessToday } from '#kit/web/settings.ts'
import { earliestReportingDate } from '#vocabulary/dates.ts'
import { purchase, purchaseStatuses, statusLook } from '#vocabulary/statuses.ts'
import classes from './Purchase.module.css'
import { texts } from './texts.ts'

/** The filters as in the URL; '' when none is selected. */
export type PurchaseAsk = { company: string; brand: string; status: string; reportingDate: string }

const statuses = purchaseStatuses.map((code) => ({ value: code, label: statusLook(code).name }))

/** Company, Brand, Status, Reporting Date and Fetch Data (S-092); nothing is loaded before it is pressed. */
export function PurchaseFilters({ asked, fetch }: { asked: PurchaseAsk; fetch: (ask: PurchaseAsk) => void }) {
  const [ask, setAsk] = useState(asked)
  const [problem, setProblem] = useState('')
  const company = useCompany(ask.company || undefined)
  const brand = useBrand(ask.brand || undefined)
  return (
    <form
      aria-label={texts.title}
      className={classes['filters']}
      onSubmit={(event) => {
        event.preventDefault()
        if (ask.company) return fetch(ask)
        setProblem(isRequired('Company'))
        tellBad(isRequired('Company'))
      }}
    >
      <Group gap="sm" align="flex-start">
        <CompanyPick
          chosen={company}
          error={problem}
          look={{ w: 220 }}
          choose={(one) => {
            setProblem('')
            setAsk({ ...ask, company: one?.id ?? '', brand: '' })
          }}
        />
        <BrandPick
          companyId={ask.company || undefined}
          chosen={brand && { id: brand.id, name: brand.brandName }}
          clearable
          look={{ w: 200, placeholder: 'All brands' }}
          choose={(one) => setAsk({ ...ask, brand: one?.id ?? '' })}
        />
        <Select
          label="Status"
          w={240}
          data={statuses}
          value={ask.status || purchase}
          allowDeselect={false}
          onChange={(status) => setAsk({ ...ask, status: status ?? '' })}
        />
        <DayInput
          label="Reporting Date"
          w={152}
          offered={{ first: earliestReportingDate, last: businessToday() }}
          value={ask.reportingDate}
          onDay={(reportingDate) => setAsk({ ...ask, reportingDate })}
        />
        <Button type="submit" mt={25}>
          {texts.fetch}
        </Button>
      </Group>
    </form>
  )
}
