import { PasswordInput, Select, SimpleGrid, Switch, Text, TextInput } from '@mantine/core'
import { CompanyPick, useCompany } from '#features/companies/web/CompanyPick.tsx'
import { type Person, users } from '#features/users/contract.ts'
import { labels } from '#features/users/messages.ts'
import { texts } from './texts.ts'
import { toastError } from '#kit/web/alerts.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/FormDialog.tsx'
import { recordSaved } from '#kit/web/form-outcome.ts'
import { textInput } from '#kit/web/form-inputs.ts'
import { type FormOf, useForm } from '#kit/web/use-form.ts'
import { type Role, roles } from '#vocabulary/roles.ts'
import { saveErrorMessage } from './error-messages.ts'
import { emptyUser, userInput, shownFields, type UserValues, valuesOf } from './user-form.ts'

type Props = { user: Person | undefined; close: () => void; onSaved: (record: Person) => void }

/** The form of a user: adds one, or changes the given one. */
export function UserDialog({ user, close, onSaved }: Props) {
  const form = useForm<UserValues>({
    begin: user ? valuesOf(user) : emptyUser,
    version: user?.version,
    send: (values, version) =>
      user
        ? call(users.update, { ...userInput(values), id: user.id, ...(version ? { version } : {}) })
        : call(users.create, userInput(values)),
    read: (record) => valuesOf(record as Person),
    onSaved: recordSaved<Person>(onSaved),
    onRefused: (error) => toastError(saveErrorMessage(error)),
  })
  return (
    <FormDialog title={texts.details} form={form} labels={labels} close={close} save={user ? texts.update : texts.save}>
      <Fields form={form} user={user} />
    </FormDialog>
  )
}

function Fields({ form, user }: { form: FormOf<UserValues>; user: Person | undefined }) {
  const { values, set, errors } = form
  const shown = shownFields(values)
  const text = (name: 'firstName' | 'lastName' | 'email' | 'mobile' | 'employeeCode') => ({
    ...textInput(form, labels, name),
    required: true,
  })
  const flag = (name: 'isGoogleAuth' | 'twoFactorAuth' | 'isBlocked') => ({
    checked: values[name],
    onChange: (event: { currentTarget: { checked: boolean } }) => set(name, event.currentTarget.checked),
  })
  return (
    <>
      <Switch
        label={labels.isGoogleAuth}
        checked={values.isGoogleAuth}
        onChange={(event) => {
          set('isGoogleAuth', event.currentTarget.checked)
          // Google has a second factor of its own.
          if (event.currentTarget.checked) set('twoFactorAuth', false)
        }}
      />
      {values.isGoogleAuth ? (
        <Text size="sm" c="dimmed">
          {texts.googleHint}
        </Text>
      ) : null}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="sm">
        <TextInput {...text('firstName')} maxLength={50} data-autofocus />
        <TextInput {...text('lastName')} maxLength={50} />
        <TextInput {...text('email')} type="email" maxLength={254} autoComplete="off" />
        {shown.username ? (
          <TextInput
            label={labels.username}
            description={texts.usernameHint}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            value={values.email}
            error={errors['username']}
            readOnly
            variant="filled"
          />
        ) : null}
        <TextInput {...text('mobile')} type="tel" maxLength={16} autoComplete="off" />
        <Select
          label={labels.role}
          required
          data={[...roles]}
          value={values.role || null}
          onChange={(role) => set('role', (role ?? '') as Role | '')}
          error={errors['role']}
        />
        {shown.company ? <CompanySelect form={form} user={user} /> : null}
        {shown.employeeCode ? <TextInput {...text('employeeCode')} maxLength={20} /> : null}
        {shown.passwordHash ? <PasswordField form={form} user={user} /> : null}
      </SimpleGrid>
      {shown.twoFactorAuth ? <Switch label={labels.twoFactorAuth} {...flag('twoFactorAuth')} /> : null}
      <Switch label={labels.isBlocked} color="red.8" {...flag('isBlocked')} />
    </>
  )
}

/** The company of a Client. The user's own company is shown without fetching it. */
function CompanySelect({ form, user }: { form: FormOf<UserValues>; user: Person | undefined }) {
  const id = form.values.company
  const isOwn = user?.company?.id === id
  const fetched = useCompany(isOwn ? undefined : id || undefined)
  return (
    <CompanyPick
      chosen={isOwn ? (user?.company ?? undefined) : fetched}
      choose={(company) => form.set('company', company?.id ?? '')}
      error={form.errors['company']}
      appearance={{ required: true }}
    />
  )
}

/** A new user's password, or the new one of a user; left empty, theirs stays. */
function PasswordField({ form, user }: { form: FormOf<UserValues>; user: Person | undefined }) {
  return (
    <PasswordInput
      {...textInput(form, labels, 'passwordHash')}
      required={!user || user.isGoogleAuth === 1}
      description={user && user.isGoogleAuth === 0 ? texts.keepPassword : texts.passwordRule}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      autoComplete="new-password"
      maxLength={128}
    />
  )
}
