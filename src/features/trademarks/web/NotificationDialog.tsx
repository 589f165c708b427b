import { SimpleGrid, Text, TextInput } from '@mantine/core'
import { type Mark, trademarks } from '#features/trademarks/contract.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/FormDialog.tsx'
import { businessToday } from '#kit/web/settings.ts'
import { useForm } from '#kit/web/use-form.ts'
import { texts } from './texts.ts'

type Props = {
  mark: Mark
  close: () => void
  onSaved: (message: string) => void
  onRefused: (error: unknown) => void
}

/** A domain the mark's owner was notified of, and the day. */
export function NotificationDialog({ mark, close, onSaved, onRefused }: Props) {
  const form = useForm({
    begin: { domain: '', date: businessToday() },
    send: ({ domain, date }) => call(trademarks.addNotification, { id: mark.id, domain, date }),
    onSaved: (answer) => onSaved((answer as { message: string }).message),
    onRefused,
  })
  const field = (name: 'domain' | 'date') => ({
    required: true,
    value: form.values[name],
    error: form.errors[name],
    onChange: (event: { currentTarget: { value: string } }) => form.set(name, event.currentTarget.value),
  })
  return (
    <FormDialog
      title={texts.notification}
      form={form}
      labels={{ domain: 'Domain', date: 'Date' }}
      close={close}
      size="md"
    >
      <Text size="sm" c="dimmed">
        {mark.markName} · {mark.brand.brandName}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput label="Domain" {...field('domain')} maxLength={253} placeholder="brand-name.shop" data-autofocus />
        <TextInput label="Date" {...field('date')} type="date" max={businessToday()} />
      </SimpleGrid>
    </FormDialog>
  )
}
