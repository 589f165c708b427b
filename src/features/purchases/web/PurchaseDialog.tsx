import { Select, SimpleGrid, Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type BoughtFinding, type PurchaseRecord, purchases } from '#features/purchases/contract.ts'
import { toastError, toastSuccess } from '#kit/web/alerts.ts'
import { call, CallFailed } from '#kit/web/call.ts'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import { DayInput } from '#kit/web/DayInput.tsx'
import { FormDialog } from '#kit/web/FormDialog.tsx'
import { textInput } from '#kit/web/form-inputs.ts'
import { type FormOf, useForm } from '#kit/web/use-form.ts'
import { fileOf } from '#kit/web/use-private-file.ts'
import { purchaseStatuses, statusDisplay } from '#vocabulary/statuses.ts'
import { initialValues, type PurchaseValues, signedLinks, valuesOf } from './purchase-form.ts'
import { ImagesField, DocumentField } from './PurchaseFiles.tsx'
import { labels, texts } from './texts.ts'

type Props = { finding: BoughtFinding; close: () => void; onSaved: () => void }

/** The form of a purchase (S-120): a new one, or the existing one of the finding (G93). */
export function PurchaseDialog({ finding, close, onSaved }: Props) {
  const { form, signed, rememberSigned } = usePurchaseForm(finding, onSaved)
  const { values, set, errors } = form
  const text = (name: Exclude<keyof PurchaseValues, 'imageUrls'>) => textInput(form, labels, name)
  const documentField = (field: 'invoiceFile' | 'gstFile') => (
    <DocumentField
      field={field}
      value={values[field]}
      signed={signed}
      error={errors[field]}
      change={(value, uploaded) => {
        rememberSigned(uploaded)
        set(field, value)
      }}
    />
  )
  return (
    <FormDialog title={texts.title} form={form} labels={labels} close={close} save={texts.save} size="xl">
      <Text size="sm" c="dimmed" lineClamp={2}>
        {String(finding['title'] ?? finding.url ?? '')}
      </Text>
      <SellerFields form={form} />
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
        <TextInput {...text('invoice')} />
        {documentField('invoiceFile')}
        {documentField('gstFile')}
      </SimpleGrid>
      <Textarea {...text('fault')} description={texts.faultHint} autosize minRows={2} maxRows={8} />
      <Textarea {...text('productNote')} autosize minRows={2} maxRows={8} />
      <ImagesField
        value={values.imageUrls}
        signed={signed}
        error={errors['imageUrls']}
        change={(change, uploaded) => {
          rememberSigned(uploaded)
          set('imageUrls', change)
        }}
      />
    </FormDialog>
  )
}

/** The form, and the signed links of its files by the unsigned ones that it stores. */
function usePurchaseForm(finding: BoughtFinding, onSaved: () => void) {
  const { purchase } = finding
  const [signed, setSigned] = useState(() => signedLinks(purchase))
  const form = useForm<PurchaseValues>({
    begin: initialValues(finding),
    version: purchase?.version,
    send: (values, version) =>
      call(purchases.save, {
        ...values,
        imageUrls: [...values.imageUrls],
        eId: finding.id,
        selectedPurchaseId: purchase?.id ?? '',
        ...(version ? { version } : {}),
      }),
    read: (record) => {
      setSigned((now) => ({ ...now, ...signedLinks(record as PurchaseRecord) }))
      return valuesOf(record as PurchaseRecord, finding.status)
    },
    onSaved: (answer) => {
      toastSuccess((answer as { message: string }).message)
      onSaved()
    },
    // Field errors are shown beside their fields (S-268).
    onRefused: (error) => {
      const isBesideFields = error instanceof CallFailed && Object.keys(error.fields).some((name) => name in labels)
      if (!isBesideFields) toastError(sentenceOf(error))
    },
  })
  const rememberSigned = (uploaded: readonly string[]) =>
    setSigned((now) => ({ ...now, ...Object.fromEntries(uploaded.map((link) => [fileOf(link), link])) }))
  return { form, signed, rememberSigned }
}

/** Who sold it, when and for how much, and the status of the purchase. */
function SellerFields({ form }: { form: FormOf<PurchaseValues> }) {
  const { values, set, errors } = form
  const text = (name: Exclude<keyof PurchaseValues, 'imageUrls'>) => textInput(form, labels, name)
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <TextInput {...text('sellerName')} required data-autofocus maxLength={150} />
        <Select
          label={labels.selectedStatus}
          data={purchaseStatuses.map((code) => ({ value: code, label: statusDisplay(code).name }))}
          value={values.selectedStatus}
          error={errors['selectedStatus']}
          description={texts.completeHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          onChange={(status) => status && set('selectedStatus', status)}
        />
      </SimpleGrid>
      <Textarea {...text('sellerAddress')} autosize minRows={2} maxRows={5} />
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
        <TextInput {...text('sellerCity')} />
        <TextInput {...text('sellerState')} />
        <TextInput {...text('sellerCountry')} />
        <DayInput
          label={labels.purchasedOn}
          value={values.purchasedOn}
          error={errors['purchasedOn']}
          onDay={(day) => set('purchasedOn', day)}
        />
        <TextInput {...text('orderNumber')} />
        <TextInput {...text('pricePaid')} inputMode="decimal" />
        <TextInput {...text('pan')} />
        <TextInput {...text('gstNumber')} />
      </SimpleGrid>
    </>
  )
}
