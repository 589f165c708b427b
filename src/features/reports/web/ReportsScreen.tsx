import { Stack, Table, Text } from '@mantine/core'
import { useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSession } from '#features/sessions/web/session-context.tsx'
import { reports } from '#features/reports/contract.ts'
import type { CallOutput } from '#kit/contract/endpoint.ts'
import { toastError, toastSuccess } from '#kit/web/alerts.ts'
import { call } from '#kit/web/call.ts'
import { ErrorState, sentenceOf } from '#kit/web/ErrorState.tsx'
import { LoadFailure } from '#kit/web/LoadFailure.tsx'
import { PageLoading } from '#kit/web/Loading.tsx'
import { PageFrame } from '#kit/web/PageFrame.tsx'
import { Segments } from '#kit/web/Segments.tsx'
import { type Choice, reportLines, withChoice } from './report-lines.ts'
import { texts } from './texts.ts'

const key = ['report subscriptions']

/** For each brand, and for all together: whether and how often a report is emailed. */
export function ReportsScreen() {
  const { user } = useSession()
  const client = useQueryClient()
  const query = useQuery({ queryKey: key, queryFn: ({ signal }) => call(reports.list, {}, { signal }) })
  const save = useMutation({
    mutationKey: key,
    mutationFn: (choice: Choice) => call(reports.save, choice),
    // One after another: the last choice is what the server stores last.
    scope: { id: 'report subscriptions' },
    onSuccess: ({ message }, choice) => {
      toastSuccess(message)
      client.setQueryData<CallOutput<typeof reports.list>>(
        key,
        (data) => data && { ...data, docs: withChoice(data.docs, choice) },
      )
    },
    onError: (error) => toastError(sentenceOf(error)),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  })
  /** What was chosen and is being saved: shown at once. */
  const chosen = useMutationState({
    filters: { mutationKey: key, status: 'pending' },
    select: ({ state }) => state.variables as Choice,
  })
  if (query.isPending) return <PageLoading />
  if (query.isLoadingError) return <ErrorState error={query.error} retry={() => void query.refetch()} />
  const { address, docs } = query.data
  const lines = reportLines(user, docs)
  return (
    <PageFrame title={texts.title}>
      <Stack p="md" gap="md">
        <Text size="sm" c="dimmed" maw={640}>
          {texts.intro(address)}
        </Text>
        {query.isRefetchError && !query.isFetching ? (
          <LoadFailure what={texts.saved} error={query.error} retry={() => void query.refetch()} />
        ) : null}
        <Table verticalSpacing="xs" aria-label={texts.title}>
          <Table.Tbody>
            {lines.map(({ id, name, company, rhythm, isGone }) => (
              <Table.Tr key={id}>
                <Table.Th scope="row" fw={id === '' ? 600 : 500}>
                  {name}
                  {(isGone || company) && (
                    <Text size="xs" c="dimmed" fw={400}>
                      {isGone ? texts.noAccess : company}
                    </Text>
                  )}
                </Table.Th>
                <Table.Td ta="right">
                  <Segments
                    label={texts.howOften(name)}
                    choices={(['never', 'weekly', 'monthly'] as const)
                      .filter((one) => !isGone || one === 'never' || one === rhythm)
                      .map((one) => ({ value: one, label: texts.rhythms[one] }))}
                    value={chosen.findLast(({ brand }) => brand === id)?.rhythm ?? rhythm}
                    onChange={(next) => save.mutate({ brand: id, rhythm: next })}
                  />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Stack>
    </PageFrame>
  )
}
