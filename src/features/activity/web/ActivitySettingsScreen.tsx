import { Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { activity } from '#features/activity/contract.ts'
import { bellChoices, emailChoices } from '#features/activity/rules.ts'
import { useSession } from '#features/sessions/web/session-context.tsx'
import type { CallInput } from '#kit/contract/endpoint.ts'
import { toastError, toastSuccess } from '#kit/web/alerts.ts'
import { call } from '#kit/web/call.ts'
import { ErrorState, sentenceOf } from '#kit/web/ErrorState.tsx'
import { PageLoading } from '#kit/web/Loading.tsx'
import { PageFrame } from '#kit/web/PageFrame.tsx'
import { Segments } from '#kit/web/Segments.tsx'
import { useSettings } from '#kit/web/settings.ts'
import { texts } from './texts.ts'

const key = ['activity choices']

/** How this person is notified of messages, by bell and by email. */
export function ActivitySettingsScreen() {
  const client = useQueryClient()
  const { businessZone: zone } = useSettings()
  const isStaff = useSession().role !== 'Client'
  const query = useQuery({ queryKey: key, queryFn: ({ signal }) => call(activity.choices, {}, { signal }) })
  const save = useMutation({
    mutationFn: (choice: CallInput<typeof activity.choose>) => call(activity.choose, choice),
    onSuccess: ({ message }) => toastSuccess(message),
    onError: (error) => toastError(sentenceOf(error)),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  })
  if (query.isPending) return <PageLoading />
  if (query.isError) return <ErrorState error={query.error} retry={() => void query.refetch()} />
  const now = save.isPending ? save.variables : query.data
  return (
    <PageFrame title={texts.settings}>
      <Stack p="md" gap="lg" maw={640}>
        <Text size="sm" c="dimmed">
          {isStaff ? `${texts.intro} ${texts.introWork}` : texts.intro}
        </Text>
        <Choice
          label={texts.bell}
          hint={texts.bellHint}
          offered={bellChoices}
          value={now.bell}
          onChange={(bell) => save.mutate({ ...now, bell })}
        />
        <Choice
          label={texts.email}
          hint={texts.emailHint(zone)}
          offered={emailChoices}
          value={now.email}
          onChange={(email) => save.mutate({ ...now, email })}
        />
      </Stack>
    </PageFrame>
  )
}

type ChoiceProps<Value extends keyof typeof texts.choices> = {
  label: string
  hint: string
  offered: readonly Value[]
  value: Value
  onChange: (value: Value) => void
}

function Choice<Value extends keyof typeof texts.choices>({
  label,
  hint,
  offered,
  value,
  onChange,
}: ChoiceProps<Value>) {
  return (
    <div>
      <Text fw={600} size="sm">
        {label}
      </Text>
      <Text size="sm" c="dimmed" mb={6}>
        {hint}
      </Text>
      <Segments
        label={label}
        choices={offered.map((one) => ({ value: one, label: texts.choices[one] }))}
        value={value}
        onChange={onChange}
      />
    </div>
  )
}
