import { ActionIcon, Button, Fieldset, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { Contact } from '#features/companies/contract.ts'
import { contactLabels, emptyContact } from './company-form.ts'

type Props = { contacts: readonly Contact[]; set: (contacts: Contact[]) => void; error: string | undefined }

const maxContacts = 20

/** The contact persons of a company. */
export function ContactsField({ contacts, set, error }: Props) {
  return (
    <Fieldset legend="Contacts" p="sm">
      <Stack gap="xs">
        {contacts.length === 0 ? (
          <Text size="sm" c="dimmed">
            No contacts yet.
          </Text>
        ) : null}
        {contacts.map((contact, at) => (
          <Group key={at} gap="xs" align="flex-end" role="group" aria-label={`Contact ${at + 1}`}>
            {(Object.keys(contactLabels) as (keyof Contact)[]).map((name) => (
              <TextInput
                key={name}
                size="xs"
                style={{ flex: '1 1 140px' }}
                label={contactLabels[name]}
                value={contact[name]}
                onChange={(event) => set(contacts.with(at, { ...contact, [name]: event.currentTarget.value }))}
              />
            ))}
            <ActionIcon
              size={28}
              aria-label={`Remove contact ${at + 1}`}
              onClick={() => set(contacts.filter((_, other) => other !== at))}
            >
              <IconTrash size={15} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
        {error ? (
          <Text size="xs" c="var(--mantine-color-error)" role="alert">
            {error}
          </Text>
        ) : null}
        <Group>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconPlus size={14} aria-hidden />}
            disabled={contacts.length >= maxContacts}
            onClick={() => set([...contacts, emptyContact])}
          >
            Add contact
          </Button>
        </Group>
      </Stack>
    </Fieldset>
  )
}
