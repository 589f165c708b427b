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

type Props = { platforms: Watches; add: (key: PlatformKey, watch: Partial<Watch>) => void; close: () => void }

/** 'Add new platform': each platform once, with its dates and reporting period. */
export function AddPlatform({ platforms, add, close }: Props) {
  const [key, setKey] = useState<PlatformKey | null>(null)
  const [startDate, setStart] = useState('')
  const [endDate, setEnd] = useState('')
  const { isSaveBlocked, blockSave } = useSaveBlock()
  const [period, setPeriod] = useState<string | null>('Monthly')
  const submit = () => {
    const messages = { none: brandMessages.noPlatformChosen, twice: brandMessages.platformTwice }
    const problem = platformProblem(platforms, key, messages)
    if (problem || !key) return toastError(problem ?? messages.none)
    const reportingPeriod = reportingPeriods.find((one) => one === period)
    add(key, { startDate, ...(endDate ? { endDate } : {}), ...(reportingPeriod ? { reportingPeriod } : {}) })
    return close()
  }
  const isTyped = key !== null || startDate !== '' || endDate !== ''
  const [leave, question] = useDiscardGuard({ isTyped, close })
  return (
    <OpenModal onClose={leave} title="Add new platform" size="md">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <Select
          label="Platform"
          required
          data-autofocus
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
          Add platform
        </Button>
      </Group>
      {question}
    </OpenModal>
  )
}
