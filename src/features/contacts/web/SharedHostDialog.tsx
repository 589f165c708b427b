import { SimpleGrid, TextInput } from '@mantine/core'
import { type SharedHost, sharedHosts } from '#features/contacts/contract.ts'
import { call } from '#kit/web/call.ts'
import { DayInput } from '#kit/web/DayInput.tsx'
import { FormDialog } from '#kit/web/FormDialog.tsx'
import { alertRefused, recordSaved } from '#kit/web/form-outcome.ts'
import { dayInput, textInput } from '#kit/web/form-inputs.ts'
import { businessToday } from '#kit/web/settings.ts'
import { useForm } from '#kit/web/use-form.ts'
import { labels, texts } from './texts.ts'

type Props = { host: SharedHost | undefined; close: () => void; saved: (record: SharedHost) => void }

const valuesOf = (host: Partial<SharedHost> = {}) => ({
  suffix: host.suffix ?? '',
  name: host.name ?? '',
  email: host.email ?? '',
  form: host.form ?? '',
  source: host.source ?? '',
  checkedOn: host.checkedOn ?? businessToday(),
})

/** Adds a shared host, or changes the given one. */
export function SharedHostDialog({ host, close, saved }: Props) {
  const form = useForm<ReturnType<typeof valuesOf>>({
    begin: valuesOf(host),
    version: host?.version,
    read: valuesOf,
    send: (values, version) =>
      host ? call(sharedHosts.edit, { ...values, id: host.id, version }) : call(sharedHosts.add, values),
    onSaved: recordSaved<SharedHost>(saved),
    onRefused: alertRefused,
  })
  const text = (name: keyof typeof labels) => textInput(form, labels, name)
  return (
    <FormDialog title={texts.details} form={form} labels={labels} close={close} size="lg">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="xs">
        <TextInput {...text('suffix')} required data-autofocus description={texts.suffixHint} />
        <TextInput {...text('name')} required description="Who runs it" />
        <TextInput {...text('email')} type="email" description={texts.formHint} style={{ gridColumn: '1 / -1' }} />
        <TextInput {...text('form')} type="url" style={{ gridColumn: '1 / -1' }} />
        <TextInput {...text('source')} required />
        <DayInput {...dayInput(form, labels, 'checkedOn')} required />
      </SimpleGrid>
    </FormDialog>
  )
}
