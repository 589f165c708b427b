import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type DoubtfulAnswer, replies } from '#features/replies/contract.ts'
import { OpenModal } from '#kit/web/OpenModal.tsx'
import { toastError, toastSuccess } from '#kit/web/alerts.ts'
import { call } from '#kit/web/call.ts'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import { Answers } from './Answers.tsx'
import { ChooseNotice } from './ChooseNotice.tsx'
import { texts } from './texts.ts'

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

/** What a person decides about a mail; `noticeId` is the notice that was chosen for it. */
type Decision = { belongs: boolean; noticeId?: string }

function Doubtful({ answer }: { answer: DoubtfulAnswer }) {
  const queries = useQueryClient()
  const [isChoosing, setChoosing] = useState(false)
  const { mutate, isPending } = useMutation({
    mutationFn: (decision: Decision) => call(replies.review, { id: answer.id, ...decision }),
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
      {isChoosing ? (
        <ChooseNotice
          answerId={answer.id}
          isPending={isPending}
          choose={(noticeId) => mutate({ belongs: true, noticeId })}
        />
      ) : null}
      <Group gap="xs" mt="xs">
        {answer.notice && !isChoosing ? (
          <Button size="compact-sm" loading={isPending} onClick={() => mutate({ belongs: true })}>
            Belongs to this notice
          </Button>
        ) : null}
        {isChoosing ? null : (
          <Button size="compact-sm" variant={answer.notice ? 'default' : 'filled'} onClick={() => setChoosing(true)}>
            {answer.notice ? texts.otherNotice : texts.chooseNotice}
          </Button>
        )}
        <Button size="compact-sm" variant="default" loading={isPending} onClick={() => mutate({ belongs: false })}>
          Dismiss
        </Button>
      </Group>
    </Paper>
  )
}
