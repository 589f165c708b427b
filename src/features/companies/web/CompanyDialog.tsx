import { Group, Radio, SimpleGrid, Switch, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { companies, type CompanyRecord } from '#features/companies/contract.ts'
import { toastError } from '#kit/web/alerts.ts'
import { call, failedWith } from '#kit/web/call.ts'
import { DayInput } from '#kit/web/DayInput.tsx'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import { FormDialog } from '#kit/web/FormDialog.tsx'
import { recordSaved } from '#kit/web/form-outcome.ts'
import { dayInput, textInput } from '#kit/web/form-inputs.ts'
import { isRecordGone } from '#kit/web/record-gone.ts'
import { type FormOf, useForm } from '#kit/web/use-form.ts'
import { companyInput, companyLabels as labels, companyValues, type CompanyValues } from './company-form.ts'
import { CompanyPick } from './CompanyPick.tsx'
import { ContactsField } from './ContactsField.tsx'
import { SignerField } from './SignerField.tsx'

type Props = { company: CompanyRecord | undefined; close: () => void; saved: (record: CompanyRecord) => void }

/** 'Company Details': adds a company, or changes the given one. */
export function CompanyDialog({ company, close, saved }: Props) {
  const { form, failure } = useCompanyForm(company, saved)
  const { values, set, errors } = form
  const text = (name: keyof CompanyValues) => textInput(form, labels, name)
  return (
    <FormDialog title="Company Details" form={form} labels={labels} close={close} size="xl">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="xs">
        <TextInput {...text('name')} required data-autofocus />
        <TextInput {...text('legalName')} required />
        <TextInput {...text('address')} required style={{ gridColumn: '1 / -1' }} />
        <TextInput {...text('city')} required />
        <TextInput {...text('state')} required />
        <TextInput {...text('country')} required />
        <TextInput {...text('pin')} required />
        <TextInput {...text('gst')} required={values.country.trim().toLowerCase() === 'india'} />
        <DayInput {...dayInput(form, labels, 'contractDate')} required />
        <DayInput {...dayInput(form, labels, 'startDate')} required />
        <DayInput {...dayInput(form, labels, 'endDate')} required />
      </SimpleGrid>
      <ParentFields form={form} companyId={company?.id} />
      <SignerField
        signer={values.noticeContact}
        set={(noticeContact) => set('noticeContact', noticeContact)}
        error={errors['noticeContact']}
      />
      <Switch
        label={labels.approvalRequired}
        description="Findings that the client has not approved cannot be enforced, unless an Admin gives a reason."
        checked={values.approvalRequired}
        onChange={(event) => set('approvalRequired', event.currentTarget.checked)}
      />
      <div>
        <ContactsField
          contacts={values.contacts}
          set={(contacts) => set('contacts', contacts)}
          error={errors['contacts']}
        />
        <div role="status">
          {failure ? (
            <Text size="sm" c="var(--mantine-color-error)" mt="sm">
              {failure}
            </Text>
          ) : null}
        </div>
      </div>
    </FormDialog>
  )
}

/** Whether the company is a child, and of which. */
function ParentFields({ form, companyId }: { form: FormOf<CompanyValues>; companyId: string | undefined }) {
  const { values, set, errors } = form
  return (
    <Group align="flex-start" gap="lg">
      <Radio.Group
        label={labels.isChild}
        value={values.isChild ? 'yes' : 'no'}
        error={errors['isParent']}
        onChange={(choice) => {
          set('isChild', choice === 'yes')
          if (choice === 'no') set('parentCompany', null)
        }}
      >
        <Group gap="md" h={36}>
          <Radio value="yes" label="Yes" />
          <Radio value="no" label="No" />
        </Group>
      </Radio.Group>
      <CompanyPick
        label={labels.parentCompany}
        parentsFor={companyId ?? ''}
        chosen={values.parentCompany ?? undefined}
        choose={(parent) => set('parentCompany', parent ?? null)}
        isOff={!values.isChild}
        appearance={{ w: 280, required: values.isChild }}
      />
    </Group>
  )
}

/** The form, and why it was not saved where nothing beside its fields tells. */
function useCompanyForm(company: CompanyRecord | undefined, saved: Props['saved']) {
  const [failure, setFailure] = useState<string>()
  const form = useForm<CompanyValues>({
    begin: companyValues(company),
    version: company?.version,
    read: companyValues,
    send: (values, version) => {
      setFailure(undefined)
      return company
        ? call(companies.edit, { ...companyInput(values), companyId: company.id, version })
        : call(companies.add, companyInput(values))
    },
    onSaved: recordSaved<CompanyRecord>(saved),
    // Only a 422 raises an alert. The dialog keeps its values (G109), and says itself that there is a newer
    // version (409) or none any more; of anything else it says quietly that nothing was saved.
    onRefused: (error) => {
      if (failedWith(error, 422)) return toastError(error.message)
      if (isRecordGone(error) || (failedWith(error, 409) && error.answer['current'])) return
      console.error('A company could not be saved:', error)
      setFailure(`The company was not saved. ${sentenceOf(error)}`)
    },
  })
  return { form, failure }
}
