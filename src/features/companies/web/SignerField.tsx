import { Fieldset, SimpleGrid, Text, TextInput } from '@mantine/core'
import type { NoticeContact } from '#features/companies/contract.ts'
import { signerLabels } from './company-form.ts'

type Props = {
  signer: NoticeContact
  set: (signer: NoticeContact) => void
  error: string | undefined
}

/** Who signs the notices of a company and is named in them. */
export function SignerField({ signer, set, error }: Props) {
  return (
    <Fieldset legend="Signer of notices" p="sm">
      <Text size="xs" c="dimmed" mb="xs">
        Named in every notice with the postal address above, and read by the recipient and often by the infringer. A
        shared mailbox and the phone of a department are safer than those of one person.
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="xs">
        {(Object.keys(signerLabels) as (keyof NoticeContact)[]).map((name) => (
          <TextInput
            key={name}
            label={signerLabels[name]}
            value={signer[name]}
            onChange={(event) => set({ ...signer, [name]: event.currentTarget.value })}
          />
        ))}
      </SimpleGrid>
      {error ? (
        <Text size="xs" c="var(--mantine-color-error)" role="alert" mt={4}>
          {error}
        </Text>
      ) : null}
    </Fieldset>
  )
}
