import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type DoubtfulAnswer, replies } from '#features/replies/contract.ts'
import { OpenModal } from '#kit/web/OpenModal.tsx'
import { toastError, toastSuccess } from '#kit/web/alerts.ts'
import { call } from '#kit/web/call.ts'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import { Answers } from './Answers.tsx'

type Props = { answers: readonly DoubtfulAnswer[]; close: () => void }

/** Incoming mail in doubt, each to be added to its notice or dismissed. */
export function ReviewAnswersDialog({ answers, close }: Props) {
  return (
    <OpenModal onClose={close} title="Replies to review" size="lg">
      <Stack gap="sm">
        {answers.length === 0 ? <Text size="sm">Nothing left to review.</Text> : null}
        {answers.map((one) => (
          <Doubtful key={one.id} answer={one} />
        ))}
      </Stack>
    </OpenModal>
  )
}

function Doubtful({ answer }: { answer: DoubtfulAnswer }) {
  const queries = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: (belongs: boolean) => call(replies.review, { id: answer.id, belongs }),
    onSuccess: ({ message }) => toastSuccess(message),
    onError: (error) => toastError(sentenceOf(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ['replies'] }),
  })
  return (
    <Paper withBorder p="sm" component="article">
      <Text size="sm" fw={600}>
        {answer.subject || 'No subject'}
      </Text>
      <Text size="sm">{answer.doubt}</Text>
      {answer.notice ? (
        <Text size="sm" c="dimmed">
          {answer.notice.about} · {answer.notice.brand} · sent to {answer.notice.to}
        </Text>
      ) : null}
      <Answers answers={[answer]} />
      <Group gap="xs" mt="xs">
        {answer.notice ? (
          <Button size="compact-sm" loading={isPending} onClick={() => mutate(true)}>
            Belongs to this notice
          </Button>
        ) : null}
        <Button size="compact-sm" variant="default" loading={isPending} onClick={() => mutate(false)}>
          Dismiss
        </Button>
      </Group>
    </Paper>
  )
}
