import { Text, TextInput } from '@mantine/core'
import type { Contact } from '#features/companies/contract.ts'
import { EntriesField } from '#kit/web/EntriesField.tsx'
import { contactLabels, emptyContact } from './company-form.ts'

type Props = { contacts: readonly Contact[]; set: (contacts: Contact[]) => void; error: string | undefined }

const maxContacts = 20

/** The contact persons of a company. */
export function ContactsField({ contacts, set, error }: Props) {
  return (
    <EntriesField
      legend="Contacts"
      entryName="Contact"
      hint={
        contacts.length === 0 ? (
          <Text size="sm" c="dimmed">
            No contacts yet.
          </Text>
        ) : null
      }
      entries={contacts}
      max={maxContacts}
      empty={emptyContact}
      set={set}
      error={error}
      inputs={(contact, change) =>
        (Object.keys(contactLabels) as (keyof Contact)[]).map((name) => (
          <TextInput
            key={name}
            size="xs"
            style={{ flex: '1 1 140px' }}
            label={contactLabels[name]}
            value={contact[name]}
            onChange={(event) => change({ [name]: event.currentTarget.value })}
          />
        ))
      }
    />
  )
}
