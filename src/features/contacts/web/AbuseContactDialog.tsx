import { SimpleGrid, TextInput } from '@mantine/core'
import { type AbuseContact, abuseContacts } from '#features/contacts/contract.ts'
import { call } from '#kit/web/call.ts'
import { DayInput } from '#kit/web/DayInput.tsx'
import { FormDialog } from '#kit/web/FormDialog.tsx'
import { alertRefused, recordSaved } from '#kit/web/form-outcome.ts'
import { dayInput, textInput } from '#kit/web/form-inputs.ts'
import { businessToday } from '#kit/web/settings.ts'
import { useForm } from '#kit/web/use-form.ts'
import { contactLabels as labels, contactTexts as texts } from './texts.ts'

type Props = { contact: AbuseContact | undefined; close: () => void; saved: (record: AbuseContact) => void }

const valuesOf = (contact: Partial<AbuseContact> = {}) => ({
  name: contact.name ?? '',
  email: contact.email ?? '',
  source: contact.source ?? '',
  checkedOn: contact.checkedOn ?? businessToday(),
})

/** Adds an abuse contact, or changes the given one. */
export function AbuseContactDialog({ contact, close, saved }: Props) {
  const form = useForm<ReturnType<typeof valuesOf>>({
    begin: valuesOf(contact),
    version: contact?.version,
    read: valuesOf,
    send: (values, version) =>
      contact ? call(abuseContacts.edit, { ...values, id: contact.id, version }) : call(abuseContacts.add, values),
    onSaved: recordSaved<AbuseContact>(saved),
    onRefused: alertRefused,
  })
  const text = (name: keyof typeof labels) => textInput(form, labels, name)
  return (
    <FormDialog title={texts.details} form={form} labels={labels} close={close} size="lg">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="xs">
        <TextInput {...text('name')} required data-autofocus description={texts.nameHint} />
        <TextInput {...text('email')} type="email" required description={texts.emailHint} />
        <TextInput {...text('source')} required description={texts.sourceHint} />
        <DayInput {...dayInput(form, labels, 'checkedOn')} required description={texts.dayHint} />
      </SimpleGrid>
    </FormDialog>
  )
}
