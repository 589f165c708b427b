import { SimpleGrid, Stack, Table, Text } from '@mantine/core'
import type { CompanyRecord, Contact } from '#features/companies/contract.ts'
import { useNarrow } from '#kit/web/narrow.ts'
import stacked from '#kit/web/stacked-table.module.css'
import { showDay } from '#vocabulary/dates.ts'
import { contactLabels } from './company-form.ts'

/** The details of an expanded row: dates, GST, pincode and the contacts. */
export function CompanyDetails({ company }: { company: CompanyRecord }) {
  const isNarrow = useNarrow()
  const fields = [
    ['Contract date', showDay(company.contractDate)],
    ['GST', company.gst],
    ['Start date', showDay(company.startDate)],
    ['End date', showDay(company.endDate)],
    ['Pincode', company.pin],
    ['Address', company.address],
  ]
  const names = Object.keys(contactLabels) as (keyof Contact)[]
  return (
    <Stack gap="sm">
      <SimpleGrid component="dl" cols={{ base: 2, sm: 3, lg: 6 }} spacing="md" verticalSpacing="xs" m={0}>
        {fields.map(([label, value]) => (
          <div key={label}>
            <Text component="dt" size="xs" c="dimmed">
              {label}
            </Text>
            <Text component="dd" size="sm" m={0}>
              {value || '–'}
            </Text>
          </div>
        ))}
      </SimpleGrid>
      {company.contacts.length === 0 ? (
        <Text size="sm" c="dimmed">
          No contacts.
        </Text>
      ) : (
        <Table
          aria-label={`Contacts of ${company.name}`}
          withTableBorder={!isNarrow}
          maw={820}
          className={stacked['stacked']!}
        >
          <Table.Thead>
            <Table.Tr>
              {names.map((name) => (
                <Table.Th key={name}>{contactLabels[name]}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {company.contacts.map((contact, at) => (
              <Table.Tr key={at}>
                {names.map((name) => (
                  <Table.Td key={name} data-head={contactLabels[name]}>
                    {String(contact[name] ?? '') || '–'}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Stack>
  )
}
