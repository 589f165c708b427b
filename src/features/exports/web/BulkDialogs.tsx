import { Button, Group, NativeSelect, Table } from '@mantine/core'
import { exportRhythms } from '#features/exports/rules.ts'
import { countText } from '#vocabulary/numbers.ts'
import { texts } from './texts.ts'
import type { BulkDownload, Counts } from './use-bulk-download.ts'
import { OpenModal } from '#kit/web/OpenModal.tsx'

const repetitions = ['never', ...exportRhythms] as const

/** Shows the records of each brand and the total; Accept queues the download (S-063). */
export function ConfirmDialog({ bulk, counts }: { bulk: BulkDownload; counts: Counts }) {
  const total = counts.result.reduce((sum, { noOfDocument }) => sum + noOfDocument, 0)
  return (
    <OpenModal onClose={bulk.close} title={texts.confirmTitle} closeButtonProps={{ 'aria-label': 'Close' }}>
      <Table aria-label={texts.confirmTitle}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{counts.companyName}</Table.Th>
            <Table.Th ta="right">{texts.records}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {counts.result.map(({ brandName, noOfDocument }) => (
            <Table.Tr key={brandName}>
              <Table.Td>{brandName}</Table.Td>
              <Table.Td ta="right">{countText(noOfDocument)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th>{texts.total}</Table.Th>
            <Table.Th ta="right">{countText(total)}</Table.Th>
          </Table.Tr>
        </Table.Tfoot>
      </Table>
      <NativeSelect
        mt="md"
        label={texts.repeatLabel}
        value={bulk.form.repeat}
        data={repetitions.map((value) => ({ value, label: texts.rhythms[value] }))}
        onChange={(event) => bulk.change({ repeat: event.currentTarget.value as (typeof repetitions)[number] })}
      />
      <Group justify="flex-end" mt="md" gap="xs">
        <Button variant="default" onClick={bulk.close}>
          {texts.cancel}
        </Button>
        <Button data-autofocus loading={bulk.isBusy} onClick={() => void bulk.accept()}>
          {texts.accept}
        </Button>
      </Group>
    </OpenModal>
  )
}
