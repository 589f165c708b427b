import { Select, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { enforcement } from '#features/enforcement/contract.ts'
import { call } from '#kit/web/call.ts'
import { delays } from '#kit/web/delays.ts'
import { addressOptions } from './address-options.ts'
import { DeskKind } from './DeskKind.tsx'
import { texts } from './texts.ts'
import type { EnforcementForm } from './use-enforcement-form.ts'

/** The abuse addresses of registrar and host, or one entered manually (S-046). */
export function AbuseEmail({ form }: { form: EnforcementForm }) {
  const { fields, errors, set, isByHand: byHand } = form
  const names = `${fields.registrar}\n${fields.hosting}`
  const [debouncedNames] = useDebouncedValue(names, delays.fetch, { leading: true })
  const [registrar = '', hosting = ''] = debouncedNames.split('\n')
  const { data, isLoading } = useQuery({
    queryKey: ['enforcement', 'abuse-emails', registrar, hosting],
    queryFn: ({ signal }) => call(enforcement.abuseEmails, { registrar, hosting }, { signal }),
    enabled: registrar !== '' || hosting !== '',
    staleTime: 0,
    retry: false,
  })
  // The addresses of the names before are never offered for those that have just been typed.
  const isFinding = isLoading || names !== debouncedNames
  // On failure only manual entry is offered (S-264).
  const offered = isFinding ? [] : (data?.data.map(({ abuseEmailId }) => abuseEmailId) ?? [])
  // The address of a desk that was suggested is chosen by its button.
  const isSuggested = fields.abuseEmail !== '' && !byHand && !offered.includes(fields.abuseEmail)
  const all = isSuggested ? [...offered, fields.abuseEmail] : offered
  const bounced = new Set(data?.data.flatMap((one) => (one.bounced ? one.abuseEmailId : [])))
  return (
    <>
      <Select
        label="Abuse Email"
        placeholder="Required for sending"
        data={[
          ...addressOptions(all.map((email) => ({ email, bounced: bounced.has(email) }))),
          ...(isFinding ? [{ value: texts.findingAddresses, label: texts.findingAddresses, disabled: true }] : []),
        ]}
        value={byHand ? texts.other : all.includes(fields.abuseEmail) ? fields.abuseEmail : null}
        error={byHand ? undefined : errors['abuseEmail']}
        onChange={(chosen) => form.chooseAddress(chosen === texts.other ? undefined : (chosen ?? ''))}
      />
      {byHand ? (
        <TextInput
          type="email"
          label="Other Abuse Email"
          required
          data-autofocus
          maxLength={254}
          value={fields.abuseEmail}
          error={errors['abuseEmail']}
          onChange={(event) => set('abuseEmail', event.currentTarget.value)}
        />
      ) : null}
      {byHand ? <DeskKind value={fields.deskKind} set={(kind) => set('deskKind', kind)} /> : null}
    </>
  )
}
