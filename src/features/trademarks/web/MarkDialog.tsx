import { Select, SimpleGrid, TextInput } from '@mantine/core'
import { useBrands, useCompanies } from '#features/brands/web/lookups.ts'
import { type Mark, trademarks } from '#features/trademarks/contract.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/FormDialog.tsx'
import { businessToday } from '#kit/web/settings.ts'
import { type FormOf, useForm } from '#kit/web/use-form.ts'
import { markStatuses, markTypes, sunriseFlags } from '#platforms/trademark.ts'
import { earliestReportingDate } from '#vocabulary/dates.ts'
import { filledFrom, type MarkValues, newMark, sentMark, valuesOf } from './mark-form.ts'
import { SignedMarkDrop } from './SignedMarkDrop.tsx'
import { labels, texts } from './texts.ts'

type Props = {
  /** The chosen record; a new one without it. */
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
        ? call(trademarks.update, { ...sentMark(values), id: mark.id, ...(version ? { version } : {}) })
        : call(trademarks.save, sentMark(values)),
    read: (record) => valuesOf(record as Mark),
    onSaved: (answer) => onSaved((answer as { message: string }).message),
    onRefused,
  })
  return (
    <FormDialog title={texts.details} form={form} labels={labels} close={close} save={mark ? 'Update' : 'Save'}>
      <SignedMarkDrop
        error={form.errors['file']}
        onRead={(file, content) => {
          for (const [name, value] of Object.entries(filledFrom(content))) form.set(name as keyof MarkValues, value)
          form.set('signedMark', file)
        }}
        onRemoved={() => form.set('signedMark', '')}
      />
      <Scope form={form} />
      <Facts form={form} hasList={(mark?.notificationData.length ?? 0) > 0} />
    </FormDialog>
  )
}

type Part = { form: FormOf<MarkValues> }

/** Company, and of its brands one. What is chosen stands there before the lists have come. */
function Scope({ form }: Part) {
  const { values, set, errors } = form
  const companies = useCompanies()
  const brands = useBrands(values.company?.id)
  const offered = withChosen(companies.data ?? [], values.company)
  const ofCompany = withChosen(brands.data ?? [], values.brand)
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="sm">
      <Select
        label={labels.company}
        required
        searchable
        limit={200}
        nothingFoundMessage={companies.isError ? 'The companies could not be loaded.' : 'Nothing found'}
        data={offered.map(({ id, name }) => ({ value: id, label: name }))}
        value={values.company?.id ?? null}
        error={errors['company']}
        onChange={(id) => {
          const chosen = offered.find((one) => one.id === id)
          set('company', chosen ? { id: chosen.id, name: chosen.name } : null)
          if (chosen?.id !== values.company?.id) set('brand', null)
        }}
      />
      <Select
        label={labels.brand}
        required
        searchable
        limit={200}
        disabled={!values.company}
        nothingFoundMessage={brands.isError ? 'The brands could not be loaded.' : 'Nothing found'}
        data={ofCompany.map(({ id, brandName }) => ({ value: id, label: brandName }))}
        value={values.brand?.id ?? null}
        error={errors['brand']}
        onChange={(id) => {
          const chosen = ofCompany.find((one) => one.id === id)
          set('brand', chosen ? { id: chosen.id, brandName: chosen.brandName } : null)
        }}
      />
    </SimpleGrid>
  )
}

function withChosen<One extends { id: string }>(list: readonly One[], chosen: One | null): readonly One[] {
  return chosen && !list.some(({ id }) => id === chosen.id) ? [chosen, ...list] : list
}

function Facts({ form, hasList }: Part & { hasList: boolean }) {
  const { values, set, errors } = form
  type TextName = 'markName' | 'reportingDate' | 'startDate' | 'expiryDate' | 'notifications'
  const text = (name: TextName) => ({
    label: labels[name],
    value: values[name],
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) => set(name, event.currentTarget.value),
  })
  const choice = (name: 'markType' | 'status' | 'sunriseFlag', of: readonly string[]) => ({
    label: labels[name],
    required: true,
    data: [...of],
    value: values[name] || null,
    error: errors[name],
    allowDeselect: false,
    onChange: (value: string | null) => set(name, value ?? ''),
  })
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="sm">
      <TextInput {...text('markName')} required maxLength={255} />
      <Select {...choice('markType', markTypes)} />
      <Select {...choice('status', markStatuses)} />
      <TextInput {...text('reportingDate')} required type="date" min={earliestReportingDate} max={businessToday()} />
      <TextInput {...text('startDate')} required type="date" />
      <TextInput {...text('expiryDate')} required type="date" />
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
