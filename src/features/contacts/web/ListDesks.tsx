import { Alert, Button, Group, NumberInput, Table, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ListDesk, listDesks } from '#features/contacts/contract.ts'
import { toastSuccess } from '#kit/web/alerts.ts'
import { call } from '#kit/web/call.ts'
import { ErrorState, sentenceOf } from '#kit/web/ErrorState.tsx'
import { countText } from '#vocabulary/numbers.ts'
import { texts } from './texts.ts'

const queryKey = ['list-desks'] as const

/** The desks that want one email with a list of findings, kept by Admins. */
export function ListDesks() {
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(listDesks.list, {}, { signal }),
    retry: false,
  })
  const [email, setEmail] = useState('')
  const [perEmail, setPerEmail] = useState<string | number>(100)
  const save = useMutation({
    mutationFn: (one: { email: string; perEmail: number | null }) => call(listDesks.save, one),
    onSuccess: async ({ message }, saved) => {
      toastSuccess(message)
      // The next address may have been typed meanwhile.
      if (saved.perEmail !== null) setEmail((now) => (now === saved.email ? '' : now))
      await queries.invalidateQueries({ queryKey })
    },
  })
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />
  return (
    <section aria-label={texts.lists} style={{ padding: 16 }}>
      <Text fw={600} size="sm" mb={2}>
        {texts.lists}
      </Text>
      <Text size="xs" c="dimmed" mb={6}>
        {texts.howLists}
      </Text>
      {save.error ? (
        <Alert color="red" role="alert" mb="xs">
          {sentenceOf(save.error)}
        </Alert>
      ) : null}
      {error ? <ErrorState error={error} retry={() => void refetch()} /> : null}
      {data?.length === 0 ? <Text size="sm">{texts.noLists}</Text> : null}
      {data && data.length > 0 ? (
        <DesksTable desks={data} remove={(one) => save.mutate({ email: one, perEmail: null })} />
      ) : null}
      <AddDesk
        {...{ email, setEmail, perEmail, setPerEmail }}
        isSaving={save.isPending}
        save={(one) => save.mutate({ email, perEmail: one })}
      />
    </section>
  )
}

type AddDeskProps = {
  email: string
  setEmail: (email: string) => void
  perEmail: string | number
  setPerEmail: (perEmail: string | number) => void
  isSaving: boolean
  /** Gets up to how many findings an email may list. */
  save: (perEmail: number) => void
}

function AddDesk({ email, setEmail, perEmail, setPerEmail, isSaving, save }: AddDeskProps) {
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (typeof perEmail === 'number') save(perEmail)
      }}
    >
      <Group gap="xs" mt="xs" align="flex-end">
        <TextInput
          size="xs"
          type="email"
          w={240}
          maxLength={254}
          label={texts.listEmail}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <NumberInput
          size="xs"
          w={130}
          label={texts.perEmail}
          min={2}
          max={100}
          allowDecimal={false}
          value={perEmail}
          onChange={setPerEmail}
        />
        <Button
          size="xs"
          type="submit"
          disabled={email.trim() === '' || typeof perEmail !== 'number'}
          loading={isSaving}
        >
          {texts.addList}
        </Button>
      </Group>
    </form>
  )
}

function DesksTable({ desks, remove }: { desks: readonly ListDesk[]; remove: (email: string) => void }) {
  return (
    <Table.ScrollContainer minWidth={360} type="native" tabIndex={0} role="group" aria-label={texts.lists}>
      <Table aria-label={texts.lists} verticalSpacing={4} fz="sm" maw={640}>
        <Table.Tbody>
          {desks.map((one) => (
            <Table.Tr key={one.email} data-list-desk>
              <Table.Td>{one.email}</Table.Td>
              <Table.Td>{texts.upTo(countText(one.perEmail))}</Table.Td>
              <Table.Td ta="right">
                <Button
                  size="compact-xs"
                  variant="subtle"
                  aria-label={`Remove ${one.email}`}
                  onClick={() => remove(one.email)}
                >
                  Remove
                </Button>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
