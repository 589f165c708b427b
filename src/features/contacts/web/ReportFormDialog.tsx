import { MultiSelect, Select, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core'
import { type DeskForm, deskForms } from '#features/contacts/contract.ts'
import { type DeskFormKind, deskFormKinds, formHarms } from '#features/contacts/rules.ts'
import { call } from '#kit/web/call.ts'
import { DayInput } from '#kit/web/DayInput.tsx'
import { FormDialog } from '#kit/web/FormDialog.tsx'
import { alertRefused, recordSaved } from '#kit/web/form-outcome.ts'
import { dayInput, textInput } from '#kit/web/form-inputs.ts'
import { businessToday } from '#kit/web/settings.ts'
import { useForm } from '#kit/web/use-form.ts'
import { type HarmKind, harmNames } from '#vocabulary/harm-names.ts'
import { formLabels as labels, formTexts as texts } from './texts.ts'

type Props = { record: DeskForm | undefined; close: () => void; saved: (record: DeskForm) => void }

const valuesOf = (one: Partial<DeskForm> = {}) => ({
  kind: one.kind ?? ('host' as DeskFormKind),
  name: one.name ?? '',
  knownAs: one.knownAs?.join(', ') ?? '',
  form: one.form ?? '',
  takesEmail: one.takesEmail ?? true,
  harms: one.harms ?? ([] as HarmKind[]),
  source: one.source ?? '',
  checkedOn: one.checkedOn ?? businessToday(),
  isUsed: one.isUsed ?? true,
})

/** Adds a report form, or changes the given one. */
export function ReportFormDialog({ record, close, saved }: Props) {
  const form = useForm<ReturnType<typeof valuesOf>>({
    begin: valuesOf(record),
    version: record?.version,
    read: valuesOf,
    send: (values, version) =>
      record ? call(deskForms.edit, { ...values, id: record.id, version }) : call(deskForms.add, values),
    onSaved: recordSaved<DeskForm>(saved),
    onRefused: alertRefused,
  })
  const text = (name: keyof typeof labels) => textInput(form, labels, name)
  return (
    <FormDialog title={texts.details} form={form} labels={labels} close={close} size="lg">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="xs">
        <TextInput {...text('name')} required data-autofocus />
        <Select
          label={labels.kind}
          required
          allowDeselect={false}
          data={deskFormKinds.map((value) => ({ value, label: texts.kinds[value] }))}
          value={form.values.kind}
          error={form.errors['kind']}
          onChange={(kind) => form.set('kind', kind as DeskFormKind)}
        />
        <TextInput {...text('knownAs')} required description={texts.knownAsHint} style={{ gridColumn: '1 / -1' }} />
        <TextInput
          {...text('form')}
          type="url"
          required={form.values.kind !== 'cdn'}
          style={{ gridColumn: '1 / -1' }}
        />
        <MultiSelect
          label={labels.harms}
          description={texts.harmsHint}
          placeholder={form.values.harms.length === 0 ? texts.everyHarm : undefined}
          data={formHarms.map((value) => ({ value, label: harmNames[value] }))}
          value={form.values.harms}
          error={form.errors['harms']}
          onChange={(harms) => form.set('harms', harms as HarmKind[])}
          style={{ gridColumn: '1 / -1' }}
        />
        <TextInput {...text('source')} required />
        <DayInput {...dayInput(form, labels, 'checkedOn')} required />
        <Stack gap="xs" style={{ gridColumn: '1 / -1' }}>
          <Switch
            label={labels.takesEmail}
            description={texts.takesEmailHint}
            checked={form.values.takesEmail}
            onChange={(event) => form.set('takesEmail', event.currentTarget.checked)}
          />
          <Switch
            label={labels.isUsed}
            description={texts.isUsedHint}
            checked={form.values.isUsed}
            onChange={(event) => form.set('isUsed', event.currentTarget.checked)}
          />
        </Stack>
      </SimpleGrid>
    </FormDialog>
  )
}
