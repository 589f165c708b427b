import { Button, Group, Modal, Paper, Stack, Text } from '@mantine/core'
import { IconMailQuestion } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type DoubtfulAnswer, replies } from '#features/replies/contract.ts'
import { tellBad, tellGood } from '#kit/web/alerts.ts'
import { call } from '#kit/web/call.ts'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import { Answers } from './Answers.tsx'

/** Mails that could not be proven to answer a notice, for a person to decide; nothing is shown while there are none. */
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
        Answers to review ({total})
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title="Answers to review" size="lg">
        <Stack gap="sm">
          {total === 0 ? <Text size="sm">Nothing is left to review.</Text> : null}
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
    onSuccess: ({ message }) => tellGood(message),
    onError: (error) => tellBad(sentenceOf(error)),
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
          Put aside
        </Button>
      </Group>
    </Paper>
  )
}
