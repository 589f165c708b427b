import { Alert } from '@mantine/core'

/** Says why no page can be opened here, before anything is queued. */
export function MissingBrowser({ why }: { why: string | null | undefined }) {
  if (!why) return null
  return (
    <Alert
      m="md"
      mb={0}
      color="yellow"
      variant="light"
      title="Pages cannot be opened here"
      styles={{ title: { color: 'var(--mantine-color-text)' } }}
    >
      {why}
    </Alert>
  )
}
