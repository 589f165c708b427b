import { Button, Group, Stack, Table, Text, TextInput } from '@mantine/core'
import { IconDownload, IconFileSpreadsheet } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { PickedBrand } from '#features/brands/contract.ts'
import { useBrand } from '#features/brands/web/BrandPick.tsx'
import { ScopeBar } from '#features/brands/web/ScopeBar.tsx'
import { rememberScope, scopeOfSearch, startingScope } from '#features/brands/web/remembered-scope.ts'
import { type StaffScope, withBrand } from '#features/brands/web/staff-scope.ts'
import { useSession } from '#features/sessions/web/session-context.tsx'
import { FileField } from '#kit/web/FilePick.tsx'
import { PageFrame } from '#kit/web/PageFrame.tsx'
import { platformOf } from '#platforms/all.ts'
import type { FindingPlatform } from '#vocabulary/platform-names.ts'
import { countText } from '#vocabulary/numbers.ts'
import { saveSkippedRows } from './skipped-rows.ts'
import { texts } from './texts.ts'
import { type Outcome, useBulkSheet } from './use-bulk-sheet.ts'

/** Bulk Enforcement (S-050 to S-052): uploads a workbook of keys and actions taken for a brand and platform. */
export function BulkEnforcementScreen() {
  const { user } = useSession()
  const userId = user?.id ?? ''
  const [overrideReason, setReason] = useState('')
  const search: Record<string, unknown> = useSearch({ strict: false })
  const [chosen, setChosen] = useState<StaffScope>(() => ({
    ...startingScope(userId, search),
    platform: scopeOfSearch(search).platform,
  }))
  const brand = useBrand(chosen.brandId)
  const scope = { ...chosen, platform: chosen.platform ?? startingPlatform(chosen, brand) }
  const sheet = useBulkSheet(scope, {
    overrideReason,
    // It was the reason for the findings of that sheet.
    onSaved: () => setReason(''),
  })
  const { isBusy, errors, outcome } = sheet
  const platform = scope.platform && platformOf(scope.platform)
  return (
    <PageFrame title={texts.bulkTitle}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void sheet.send()
        }}
      >
        <Stack gap="md" p="md" maw={960}>
          <ScopeBar
            scope={scope}
            change={(next) => {
              setChosen(next.brandId === scope.brandId ? next : { ...next, platform: undefined })
              rememberScope(userId, next)
            }}
            errors={errors}
            isFixed={isBusy}
          />
          <FileField
            label="Excel file"
            maw={420}
            disabled={isBusy}
            accept=".xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
            placeholder="Choose an .xlsx file"
            leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
            description={platform ? texts.layout(platform.enforcedWith.length > 0, platform.identity) : undefined}
            value={sheet.file}
            onChange={sheet.choose}
            error={errors['data']}
          />
          {user?.role === 'Admin' ? (
            <TextInput
              label={texts.sheetReason}
              description={texts.sheetReasonHint}
              maw={420}
              maxLength={500}
              disabled={isBusy}
              value={overrideReason}
              error={errors['overrideReason']}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
          ) : null}
          <Group>
            <Button type="submit" loading={isBusy}>
              Upload
            </Button>
          </Group>
          {outcome ? <Outcomes outcome={outcome} /> : null}
        </Stack>
      </form>
    </PageFrame>
  )
}

/** Domain; with a brand that is not watched there, the brand's first platform (S-050). */
function startingPlatform(scope: StaffScope, brand: PickedBrand | undefined): FindingPlatform {
  return (brand && withBrand(scope, brand, 'domain').platform) ?? 'domain'
}

/** Skipped rows in the table. */
const shownRows = 200

/** How many rows were recorded, and each skipped row with its reason. */
function Outcomes({ outcome }: { outcome: Outcome }) {
  return (
    <Stack gap="xs" role="region" aria-label="Outcome">
      <Text fw={600} size="sm">
        {outcome.message}
      </Text>
      {outcome.skippedRows.length > 0 ? (
        <Table.ScrollContainer
          minWidth={480}
          maxHeight={420}
          type="native"
          // Scrolled by the keyboard, too.
          tabIndex={0}
          role="group"
          aria-label="Skipped rows"
        >
          <Table stickyHeader fz="sm" verticalSpacing={4} aria-label="Skipped rows">
            <Table.Thead>
              <Table.Tr>
                <Table.Th w={80}>Row</Table.Th>
                <Table.Th>Key</Table.Th>
                <Table.Th>Reason</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {outcome.skippedRows.slice(0, shownRows).map(({ row, key, reason }) => (
                <Table.Tr key={`${row} ${reason}`}>
                  <Table.Td>{row}</Table.Td>
                  <Table.Td>{key}</Table.Td>
                  <Table.Td>{reason}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      ) : null}
      {outcome.skipped > shownRows ? (
        <Text size="sm" c="dimmed">
          The first {shownRows} of {countText(outcome.skipped)} skipped rows are shown.
        </Text>
      ) : null}
      {outcome.skippedRows.length > 0 ? (
        <Group>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconDownload size={14} aria-hidden />}
            onClick={() => void saveSkippedRows(outcome)}
          >
            {texts.downloadSkipped}
          </Button>
        </Group>
      ) : null}
    </Stack>
  )
}
