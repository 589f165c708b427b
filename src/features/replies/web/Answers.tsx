import { Box, Text } from '@mantine/core'
import type { Answer } from '#features/replies/contract.ts'
import { messages } from '#features/replies/messages.ts'

/** The replies to a notice: one line each, which opens to the text of the mail. */
export function Answers({ answers }: { answers: readonly Answer[] }) {
  return answers.map((one) => (
    <Box component="details" key={one.id} data-answer={one.kind} fz="xs" maw={420}>
      <Text component="summary" size="xs" c={one.kind === 'bounce' ? 'var(--mantine-color-error)' : undefined}>
        {messages.kind[one.kind]} from {one.sender ?? 'unknown sender'}
      </Text>
      <Text size="xs" fw={600}>
        {one.subject}
      </Text>
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
