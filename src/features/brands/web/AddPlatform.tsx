import { Button, Group, Select, SimpleGrid } from '@mantine/core'
import { useState } from 'react'
import { reportingPeriods, type Watch } from '#features/brands/contract.ts'
import { brandMessages } from '#features/brands/messages.ts'
import { BlockSave, useSaveBlock } from '#kit/web/block-save.ts'
import { OpenModal } from '#kit/web/OpenModal.tsx'
import { toastError } from '#kit/web/alerts.ts'
import { DayInput } from '#kit/web/DayInput.tsx'
import { useDiscardGuard } from '#kit/web/use-discard-guard.tsx'
import { showDayInForms } from '#vocabulary/dates.ts'
import type { PlatformKey } from '#vocabulary/platform-names.ts'
import { offeredPlatforms, platformProblem, type Watches } from './brand-form.ts'

type Props = {
  platforms: Watches
  /** The platform whose dates and period are changed; undefined for a new one. */
  changed: PlatformKey | undefined
  add: (key: PlatformKey, watch: Partial<Watch>) => void
  close: () => void
}

/**
 * 'Add new platform': each platform once, with its dates and reporting period. The same for one
 * that the brand has, whose contract goes on: removing it would hide its findings from the client.
 */
export function AddPlatform({ platforms, changed, add, close }: Props) {
  const before = changed ? (platforms[changed] ?? {}) : { reportingPeriod: 'Monthly' as const }
  const [key, setKey] = useState<PlatformKey | null>(changed ?? null)
  const [startDate, setStart] = useState<string>(before.startDate ?? '')
  const [endDate, setEnd] = useState<string>(before.endDate ?? '')
  const { isSaveBlocked, blockSave } = useSaveBlock()
  const [period, setPeriod] = useState<string | null>(before.reportingPeriod ?? null)
  const submit = () => {
    const messages = { none: brandMessages.noPlatformChosen, twice: brandMessages.platformTwice }
    const problem = changed ? undefined : platformProblem(platforms, key, messages)
    if (problem || !key) return toastError(problem ?? messages.none)
    const reportingPeriod = reportingPeriods.find((one) => one === period)
    add(key, { startDate, ...(endDate ? { endDate } : {}), ...(reportingPeriod ? { reportingPeriod } : {}) })
    return close()
  }
  const isTyped =
    key !== (changed ?? null) ||
    startDate !== (before.startDate ?? '') ||
    endDate !== (before.endDate ?? '') ||
    period !== (before.reportingPeriod ?? null)
  const [leave, question] = useDiscardGuard({ isTyped, close })
  return (
    <OpenModal onClose={leave} title={changed ? 'Change platform' : 'Add new platform'} size="md">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <Select
          label="Platform"
          required
          disabled={changed !== undefined}
          data-autofocus={changed === undefined || undefined}
          placeholder="Choose platform"
          data={offeredPlatforms}
          value={key}
          onChange={(value) => setKey(value as PlatformKey | null)}
        />
        <Select label="Reporting period" clearable data={[...reportingPeriods]} value={period} onChange={setPeriod} />
        <BlockSave value={blockSave}>
          <DayInput label="Start date" required write={showDayInForms} value={startDate} onDay={setStart} />
          <DayInput label="End date" write={showDayInForms} value={endDate} onDay={setEnd} />
        </BlockSave>
      </SimpleGrid>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={leave}>
          Close
        </Button>
        <Button disabled={isSaveBlocked} onClick={submit}>
          {changed ? 'Change platform' : 'Add platform'}
        </Button>
      </Group>
      {question}
    </OpenModal>
  )
}
