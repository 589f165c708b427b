import { SimpleGrid, Text, TextInput } from '@mantine/core'
import { type Mark, trademarks } from '#features/trademarks/contract.ts'
import { call } from '#kit/web/call.ts'
import { DayInput } from '#kit/web/DayInput.tsx'
import { dayInput, textInput } from '#kit/web/form-inputs.ts'
import { FormDialog } from '#kit/web/FormDialog.tsx'
import { businessToday } from '#kit/web/settings.ts'
import { useForm } from '#kit/web/use-form.ts'
import { texts } from './texts.ts'

const labels = { domain: 'Domain', date: 'Date' }

type Props = {
  mark: Mark
  close: () => void
  onSaved: (message: string) => void
  onRefused: (error: unknown) => void
}

/** Adds a domain the mark's owner was notified of, with the date. */
export function NotificationDialog({ mark, close, onSaved, onRefused }: Props) {
  const form = useForm({
    begin: { domain: '', date: businessToday() },
    send: ({ domain, date }) => call(trademarks.addNotification, { id: mark.id, domain, date }),
    onSaved: (answer) => onSaved((answer as { message: string }).message),
    onRefused,
  })
  return (
    <FormDialog title={texts.notification} form={form} labels={labels} close={close} size="md">
      <Text size="sm" c="dimmed">
        {mark.markName} · {mark.brand.brandName}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput
          {...textInput(form, labels, 'domain')}
          required
          maxLength={253}
          placeholder="brand-name.shop"
          data-autofocus
        />
        <DayInput {...dayInput(form, labels, 'date')} required offered={{ last: businessToday() }} />
      </SimpleGrid>
    </FormDialog>
  )
}
