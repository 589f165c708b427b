import { Button, Group, Text } from '@mantine/core'
import { sentenceOf } from './ErrorState.tsx'

/** `what` is the beginning of 'could not be loaded'. */
type Props = { what: string; error: unknown; retry: () => void }

/** What could not be loaded beside rows that stay, in one line, and "Try again". */
export function LoadFailure({ what, error, retry }: Props) {
  return (
    <Group gap="xs" px="md" py={6} role="alert">
      <Text size="sm" c="var(--mantine-color-error)">
        {what} could not be loaded. {sentenceOf(error)}
      </Text>
      <Button size="compact-sm" variant="default" onClick={retry}>
        Try again
      </Button>
    </Group>
  )
}
