import { Text } from '@mantine/core'

/** Names all fields that are still to be filled in, for beside the button; nothing without one. */
export function MissingFields({ labels }: { labels: readonly string[] }) {
  return (
    <Text size="sm" c="var(--mantine-color-error)" role="status">
      {labels.length === 0 ? null : `Please fill in: ${labels.join(', ')}.`}
    </Text>
  )
}
