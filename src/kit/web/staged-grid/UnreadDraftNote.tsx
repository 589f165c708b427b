import { Alert, Button, Group, Text } from '@mantine/core'
import type { UnreadDraft } from './use-draft.ts'

/** Says that unsaved rows of this browser could not be read, and offers to read them again. */
export function UnreadDraftNote({ unread }: { unread: UnreadDraft | undefined }) {
  if (!unread) return null
  return (
    <Alert color="yellow" variant="light" py={8} role="alert">
      <Group gap="xs">
        <Text size="sm">
          Unsaved rows of this browser could not be read. They stay in it. Without them, what you add is not kept: save
          before you leave.
        </Text>
        <Button size="compact-xs" variant="default" onClick={unread.readAgain}>
          Try again
        </Button>
        <Button size="compact-xs" variant="default" onClick={unread.skip}>
          Continue without them
        </Button>
      </Group>
    </Alert>
  )
}
