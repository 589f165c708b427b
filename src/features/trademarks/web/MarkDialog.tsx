import { Select, SimpleGrid, TextInput } from '@mantine/core'
import { BrandPick } from '#features/brands/web/BrandPick.tsx'
import { CompanyPick } from '#features/companies/web/CompanyPick.tsx'
import { type Mark, trademarks } from '#features/trademarks/contract.ts'
import { call } from '#kit/web/call.ts'
import { DayInput } from '#kit/web/DayInput.tsx'
import { dayInput } from '#kit/web/form-inputs.ts'
import { FormDialog } from '#kit/web/FormDialog.tsx'
import { businessToday } from '#kit/web/settings.ts'
import { type FormOf, useForm } from '#kit/web/use-form.ts'
import { markStatuses, markTypes, sunriseFlags } from '#platforms/trademark.ts'
import { earliestReportingDate } from '#vocabulary/dates.ts'
import { filledFrom, type MarkValues, newMark, markPayload, valuesOf } from './mark-form.ts'
import { SignedMarkDrop } from './SignedMarkDrop.tsx'
import { labels, texts } from './texts.ts'

type Props = {
  /** The record to edit; undefined for a new one. */
  mark: Mark | undefined
  close: () => void
  onSaved: (message: string) => void
  onRefused: (error: unknown) => void
}

/** The form of a mark, typed or filled from a signed mark file. */
export function MarkDialog({ mark, close, onSaved, onRefused }: Props) {
  const form = useForm<MarkValues>({
    begin: mark ? valuesOf(mark) : newMark(businessToday()),
    version: mark?.version,
    send: (values, version) =>
      mark
        ? call(trademarks.update, { ...markPayload(values), id: mark.id, ...(version ? { version } : {}) })
        : call(trademarks.save, markPayload(values)),
    read: (record) => valuesOf(record as Mark),
    onSaved: (answer) => onSaved((answer as { message: string }).message),
    onRefused,
  })
  return (
    <FormDialog title={texts.details} form={form} labels={labels} close={close} save={mark ? 'Update' : 'Save'}>
      <SignedMarkDrop
        error={form.errors['file']}
        onRead={(file, entry) => {
          for (const [name, value] of Object.entries(filledFrom(entry))) form.set(name as keyof MarkValues, value)
          form.set('signedMark', file)
        }}
        onRemoved={() => form.set('signedMark', '')}
      />
      <Scope form={form} />
      <MarkFields form={form} hasList={(mark?.notificationData.length ?? 0) > 0} />
    </FormDialog>
  )
}

type FormProps = { form: FormOf<MarkValues> }

/** Company, and one of its brands. */
function Scope({ form }: FormProps) {
  const { values, set, errors } = form
  const { company, brand } = values
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="sm">
      <CompanyPick
        label={labels.company}
        chosen={company ?? undefined}
        choose={(chosen) => {
          set('company', chosen ? { id: chosen.id, name: chosen.name } : null)
          if (chosen?.id !== company?.id) set('brand', null)
        }}
        error={errors['company']}
        appearance={{ required: true, isFirst: true }}
      />
      <BrandPick
        companyId={company?.id}
        withDisabled
        chosen={brand ? { id: brand.id, name: brand.brandName } : undefined}
        choose={(chosen) => set('brand', chosen ? { id: chosen.id, brandName: chosen.brandName } : null)}
        error={errors['brand']}
        appearance={{ required: true }}
      />
    </SimpleGrid>
  )
}

function MarkFields({ form, hasList }: FormProps & { hasList: boolean }) {
  const { values, set, errors } = form
  type TextName = 'markName' | 'notifications'
  const text = (name: TextName) => ({
    label: labels[name],
    value: values[name],
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) => set(name, event.currentTarget.value),
  })
  const choice = (name: 'markType' | 'status' | 'sunriseFlag', options: readonly string[]) => ({
    label: labels[name],
    required: true,
    data: [...options],
    value: values[name] || null,
    error: errors[name],
    onChange: (value: string | null) => set(name, value ?? ''),
  })
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="sm">
      <TextInput {...text('markName')} required maxLength={255} />
      <Select {...choice('markType', markTypes)} />
      <Select {...choice('status', markStatuses)} />
      <DayInput
        {...dayInput(form, labels, 'reportingDate')}
        required
        offered={{ first: earliestReportingDate, last: businessToday() }}
      />
      <DayInput {...dayInput(form, labels, 'startDate')} required />
      <DayInput {...dayInput(form, labels, 'expiryDate')} required />
      <Select {...choice('sunriseFlag', sunriseFlags)} />
      <TextInput
        {...text('notifications')}
        inputMode="numeric"
        description={hasList ? 'Counted from the list of notifications' : undefined}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        readOnly={hasList}
        {...(hasList ? { variant: 'filled' } : {})}
      />
    </SimpleGrid>
  )
}
