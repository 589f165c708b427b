import { Button, Group, Modal, NativeSelect, PasswordInput, Stack, Table, Text } from '@mantine/core'
import { useState } from 'react'
import { exportRhythms } from '#features/exports/rules.ts'
import { useSettings } from '#kit/web/settings.ts'
import { countText } from '#vocabulary/numbers.ts'
import { texts } from './texts.ts'
import type { BulkDownload, Counts } from './use-bulk-download.ts'

const repetitions = ['never', ...exportRhythms] as const

/** Asks for the password of bulk downloads; the server checks it (S-063, G82). */
export function PasswordDialog({ bulk }: { bulk: BulkDownload }) {
  const { demoPassword } = useSettings()
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string>()
  return (
    <Modal
      opened
      onClose={bulk.close}
      title={texts.passwordTitle}
      size="sm"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (password !== '') void bulk.enter(password).then(setProblem)
        }}
      >
        <Stack gap="sm">
          <Text size="sm">{demoPassword ? texts.demoHint(demoPassword) : texts.passwordHint}</Text>
          <PasswordInput
            label={texts.password}
            data-autofocus
            autoComplete="off"
            maxLength={200}
            value={password}
            error={problem}
            onChange={(event) => {
              setPassword(event.currentTarget.value)
              setProblem(undefined)
            }}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={bulk.close}>
              {texts.cancel}
            </Button>
            <Button type="submit" loading={bulk.isBusy}>
              {texts.next}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

/** Shows the records of each brand and the total; Accept queues the download (S-063). */
export function ConfirmDialog({ bulk, counts }: { bulk: BulkDownload; counts: Counts }) {
  const total = counts.result.reduce((sum, { noOfDocument }) => sum + noOfDocument, 0)
  return (
    <Modal opened onClose={bulk.close} title={texts.confirmTitle} closeButtonProps={{ 'aria-label': 'Close' }}>
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
    </Modal>
  )
}
