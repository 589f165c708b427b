import { Button, Group, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useBrands, useCompanies } from '#features/brands/web/lookups.ts'
import { isRequired } from '#kit/contract/texts.ts'
import { tellBad } from '#kit/web/alerts.ts'
import { businessToday } from '#kit/web/settings.ts'
import { purchase, purchaseStatuses, statusLook } from '#vocabulary/statuses.ts'
import classes from './Purchase.module.css'
import { texts } from './texts.ts'

/** What is asked, as the address carries it; '' stands for nothing chosen. */
export type PurchaseAsk = { company: string; brand: string; status: string; reportingDate: string }

const firstDay = '2018-01-01'
const statuses = purchaseStatuses.map((code) => ({ value: code, label: statusLook(code).name }))

/** Company, Brand, Status, Reporting Date and Fetch Data (S-092); nothing is asked before. */
export function PurchaseFilters({ asked, fetch }: { asked: PurchaseAsk; fetch: (ask: PurchaseAsk) => void }) {
  const [ask, setAsk] = useState(asked)
  const [problem, setProblem] = useState('')
  const companies = useCompanies()
  const brands = useBrands(ask.company || undefined)
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
        <Select
          label="Company"
          w={220}
          searchable
          limit={200}
          placeholder="Choose company"
          nothingFoundMessage={companies.isError ? 'The companies could not be loaded.' : 'Nothing found'}
          data={companies.data?.map(({ id, name }) => ({ value: id, label: name })) ?? []}
          value={ask.company || null}
          allowDeselect={false}
          error={problem}
          onChange={(company) => {
            setProblem('')
            setAsk({ ...ask, company: company ?? '', brand: '' })
          }}
        />
        <Select
          label="Brand"
          w={200}
          searchable
          clearable
          limit={200}
          placeholder="All brands"
          disabled={!ask.company}
          clearButtonProps={{ 'aria-label': 'Clear Brand' }}
          nothingFoundMessage={brands.isError ? 'The brands could not be loaded.' : 'Nothing found'}
          data={brands.data?.map(({ id, brandName }) => ({ value: id, label: brandName })) ?? []}
          value={ask.brand || null}
          onChange={(brand) => setAsk({ ...ask, brand: brand ?? '' })}
        />
        <Select
          label="Status"
          w={240}
          data={statuses}
          value={ask.status || purchase}
          allowDeselect={false}
          onChange={(status) => setAsk({ ...ask, status: status ?? '' })}
        />
        <TextInput
          label="Reporting Date"
          type="date"
          min={firstDay}
          max={businessToday()}
          value={ask.reportingDate}
          onChange={({ currentTarget }) => setAsk({ ...ask, reportingDate: currentTarget.value })}
        />
        <Button type="submit" mt={25}>
          {texts.fetch}
        </Button>
      </Group>
    </form>
  )
}
