import { Button, Group, Modal, Paper, Stack, Text } from '@mantine/core'
import { IconMailQuestion } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type DoubtfulAnswer, replies } from '#features/replies/contract.ts'
import { toastError, toastSuccess } from '#kit/web/alerts.ts'
import { call } from '#kit/web/call.ts'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import { Answers } from './Answers.tsx'

/** Button and dialog for reviewing incoming mail in doubt; renders nothing while there is none. */
export function AnswersToReview() {
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery({
    queryKey: ['replies', 'to-review'],
    queryFn: ({ signal }) => call(replies.toReview, {}, { signal }),
    retry: false,
  })
  const total = data?.total ?? 0
  if (total === 0 && !isOpen) return null
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconMailQuestion size={14} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Replies to review ({total})
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title="Replies to review" size="lg">
        <Stack gap="sm">
          {total === 0 ? <Text size="sm">Nothing left to review.</Text> : null}
          {data?.data.map((one) => (
            <Doubtful key={one.id} answer={one} />
          ))}
        </Stack>
      </Modal>
    </>
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
