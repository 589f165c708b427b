import { Box, Button, Group, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Answer, type NamedHost, replies } from '#features/replies/contract.ts'
import { messages } from '#features/replies/messages.ts'
import { type AnswerKind, answerKinds } from '#features/replies/rules.ts'
import { toastError, toastSuccess } from '#kit/web/alerts.ts'
import { call } from '#kit/web/call.ts'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import { Segments } from '#kit/web/Segments.tsx'
import { ConcernedFindings } from './ConcernedFindings.tsx'
import { texts } from './texts.ts'

type Props = {
  answers: readonly Answer[]
  isCorrectable?: boolean
  /** Begins a notice to the host that a reply names. */
  onHost?: ((host: NamedHost) => void) | undefined
}

/** The replies to a notice: one line each, which opens to the text of the mail and to its type, which can be corrected. */
export function Answers({ answers, isCorrectable = false, onHost }: Props) {
  return answers.map((one) => (
    <Box component="details" key={one.id} data-answer={one.kind} fz="xs" maw={420}>
      <Text component="summary" size="xs" c={one.kind === 'bounce' ? 'var(--mantine-color-error)' : undefined}>
        {messages.kind[one.kind]} from {one.sender ?? 'unknown sender'}
      </Text>
      {isCorrectable ? <KindOfAnswer answer={one} /> : null}
      {isCorrectable && one.isOfList ? <ConcernedFindings answerId={one.id} /> : null}
      <Text size="xs" fw={600}>
        {one.subject}
      </Text>
      {one.ticket ? (
        <Text size="xs" c="dimmed">
          {texts.ticket(one.ticket)}
        </Text>
      ) : null}
      {one.host ? <HostOfAnswer host={one.host} onHost={onHost} /> : null}
      <Text
        size="xs"
        mah={240}
        style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', overflowY: 'auto' }}
        tabIndex={0}
      >
        {one.body}
      </Text>
    </Box>
  ))
}

function HostOfAnswer({ host, onHost }: { host: NamedHost; onHost: Props['onHost'] }) {
  return (
    <Group my={4} gap="xs">
      <Text size="xs" fw={600}>
        {texts.host(host.name, host.email)}
      </Text>
      {onHost ? (
        <Button size="compact-xs" variant="default" onClick={() => onHost(host)}>
          {texts.toHost}
        </Button>
      ) : null}
    </Group>
  )
}

function KindOfAnswer({ answer }: { answer: Answer }) {
  const queries = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: (kind: AnswerKind) => call(replies.correct, { id: answer.id, kind }),
    onSuccess: ({ message }) => toastSuccess(message),
    onError: (error) => toastError(sentenceOf(error)),
    onSettled: () =>
      Promise.all(
        ['enforcement', 'escalations', 'revisits'].map((key) => queries.invalidateQueries({ queryKey: [key] })),
      ),
  })
  return (
    <Group my={4}>
      <Segments
        label={texts.type}
        disabled={isPending}
        value={answer.kind}
        choices={answerKinds.map((kind) => ({ value: kind, label: texts.kind[kind] }))}
        onChange={mutate}
      />
    </Group>
  )
}
