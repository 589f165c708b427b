import { Button, FileInput, Group, Stack, Table, Text, TextInput } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { SheetUnreadable } from '#columns/sheet-unreadable.ts'
import type { PickedBrand } from '#features/brands/contract.ts'
import { useBrand } from '#features/brands/web/BrandPick.tsx'
import { ScopeBar } from '#features/brands/web/ScopeBar.tsx'
import { rememberScope, scopeOfSearch, startingScope } from '#features/brands/web/remembered-scope.ts'
import { type StaffScope, withBrand } from '#features/brands/web/staff-scope.ts'
import { enforcement } from '#features/enforcement/contract.ts'
import { useSession } from '#features/sessions/web/session-context.tsx'
import type { CallOutput } from '#kit/contract/endpoint.ts'
import { toastError, toastSuccess } from '#kit/web/alerts.ts'
import { call, CallFailed } from '#kit/web/call.ts'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import { PageFrame } from '#kit/web/PageFrame.tsx'
import { useTemporaryState } from '#kit/web/use-temporary-state.ts'
import { platformOf } from '#platforms/all.ts'
import type { FindingPlatform } from '#vocabulary/platform-names.ts'
import { readBulkSheet } from './read-bulk-sheet.ts'
import { messageMilliseconds, texts } from './texts.ts'
import { countText } from '#vocabulary/numbers.ts'

type Outcome = CallOutput<typeof enforcement.bulk>

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
  const [file, setFile] = useState<File | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [errors, setErrors] = useTemporaryState<Readonly<Record<string, string>>>({}, messageMilliseconds)
  const [outcome, setOutcome] = useState<Outcome>()
  const platform = scope.platform && platformOf(scope.platform)

  const choose = (picked: File | null) => {
    setOutcome(undefined)
    if (picked && !/\.xlsx$/i.test(picked.name)) {
      setFile(null)
      toastError(texts.pleaseExcel, { milliseconds: messageMilliseconds })
    } else setFile(picked)
  }
  const send = async () => {
    if (!scope.platform || !file) return toastError(texts.noExcel, { milliseconds: messageMilliseconds })
    setBusy(true)
    setErrors({})
    setOutcome(undefined)
    try {
      const { rows: data, rowNumbers } = await readBulkSheet(file)
      const { companyId: company, brandId: brand } = scope
      const saved = await call(enforcement.bulk, { company, brand, platform: scope.platform, data, overrideReason })
      toastSuccess(saved.message, { milliseconds: messageMilliseconds })
      // The server counts the rows it was sent; people look for them in their sheet.
      const skippedRows = saved.skippedRows.map((one) => ({ ...one, row: rowNumbers[one.row - 1] ?? one.row }))
      setOutcome({ ...saved, skippedRows })
      setFile(null)
    } catch (error) {
      if (error instanceof SheetUnreadable) setErrors({ data: error.message })
      else if (error instanceof CallFailed && Object.keys(error.fields).length > 0) setErrors(error.fields)
      else toastError(sentenceOf(error), { milliseconds: messageMilliseconds })
    } finally {
      setBusy(false)
    }
  }
  return (
    <PageFrame title={texts.bulkTitle}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void send()
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
          <FileInput
            label="Excel file"
            maw={420}
            clearable
            disabled={isBusy}
            accept=".xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
            placeholder="Choose an .xlsx file"
            leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
            description={platform ? texts.layout(platform.enforcedWith.length > 0, platform.identity) : undefined}
            value={file}
            onChange={choose}
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

/** How many rows were recorded, and each skipped row with its reason. */
function Outcomes({ outcome }: { outcome: Outcome }) {
  return (
    <Stack gap="xs" role="region" aria-label="Outcome">
      <Text fw={600} size="sm">
        {outcome.message}
      </Text>
      {outcome.skippedRows.length > 0 ? (
        <Table.ScrollContainer minWidth={480} maxHeight={420} type="native">
          <Table stickyHeader fz="sm" verticalSpacing={4} aria-label="Skipped rows">
            <Table.Thead>
              <Table.Tr>
                <Table.Th w={80}>Row</Table.Th>
                <Table.Th>Key</Table.Th>
                <Table.Th>Reason</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {outcome.skippedRows.slice(0, 200).map(({ row, key, reason }) => (
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
      {outcome.skipped > 200 ? (
        <Text size="sm" c="dimmed">
          The first 200 of {countText(outcome.skipped)} skipped rows are shown.
        </Text>
      ) : null}
    </Stack>
  )
}
