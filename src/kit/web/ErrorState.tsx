import { Button, Stack, Text } from '@mantine/core'
import { CallFailed } from '#kit/web/call.ts'
import { connection, useConnection } from './connection.ts'
import { fileChanged, isFileGone } from './file-gone.ts'
import { isMissingPart, isPartToRetry } from './missing-part.ts'

const networkMessage = 'The server could not be reached. Check your connection.'
const partMessage = 'Part of the console could not be loaded.'
const outdatedMessage = `${partMessage} It may have been updated: reload the page.`

/** The message of a failure for people: the server's own, or that the server could not be reached. */
export function sentenceOf(error: unknown): string {
  if (error instanceof CallFailed) return error.message
  if (isMissingPart(error) || isPartToRetry(error))
    return connection() !== 'up' ? networkMessage : isMissingPart(error) ? outdatedMessage : partMessage
  if (isFileGone(error)) return fileChanged
  return error instanceof TypeError ? networkMessage : 'Something went wrong'
}

/** What went wrong, and "Try again". Replaces only the part that could not be loaded. */
export function ErrorState({ error, retry }: { error: unknown; retry?: () => void }) {
  const connected = useConnection() === 'up'
  const isReloaded = connected && isMissingPart(error)
  return (
    <Stack align="center" gap="sm" py={48} px="md" role="alert">
      <Text fw={600}>This could not be loaded</Text>
      <Text c="dimmed" size="sm" maw={420} ta="center">
        {sentenceOf(error)}
      </Text>
      {retry ? (
        <Button variant="default" onClick={isReloaded ? () => location.reload() : retry}>
          {isReloaded ? 'Reload page' : 'Try again'}
        </Button>
      ) : null}
    </Stack>
  )
}
