import { Button, Stack, Text } from '@mantine/core'
import { CallFailed } from '#kit/web/call.ts'

const noNetwork = 'The server could not be reached. Check your connection.'

/** The sentence a person reads of something that failed: the server's own, or that it was not reached. */
export function sentenceOf(error: unknown): string {
  if (error instanceof CallFailed) return error.message
  if (isMissingPart(error)) return renewed
  return error instanceof TypeError ? noNetwork : 'Something went wrong'
}

const renewed = 'A part of the console could not be loaded. It may have been renewed meanwhile: load the page again.'

/** A screen's own script was not there, in the words of the browsers: after an update its old name is gone. */
function isMissingPart(error: unknown): boolean {
  return (
    error instanceof TypeError && /dynamically imported module|importing a module script failed/i.test(error.message)
  )
}

/** What happened, and "Try again". Stands in the place of what could not be loaded; nothing else goes away. */
export function ErrorState({ error, retry }: { error: unknown; retry?: () => void }) {
  return (
    <Stack align="center" gap="sm" py={48} px="md" role="alert">
      <Text fw={600}>This could not be loaded</Text>
      <Text c="dimmed" size="sm" maw={420} ta="center">
        {sentenceOf(error)}
      </Text>
      {retry ? (
        <Button variant="default" onClick={isMissingPart(error) ? () => location.reload() : retry}>
          {isMissingPart(error) ? 'Load the page again' : 'Try again'}
        </Button>
      ) : null}
    </Stack>
  )
}
