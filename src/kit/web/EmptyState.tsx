import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** Nothing to show: what is missing, what to do next, and a way to do it. */
export function EmptyState({ title, hint, children }: { title: string; hint?: string; children?: ReactNode }) {
  return (
    <Stack align="center" gap="xs" py={48} px="md" role="status">
      <Text fw={600}>{title}</Text>
      {hint ? (
        <Text c="dimmed" size="sm" maw={420} ta="center">
          {hint}
        </Text>
      ) : null}
      {children}
    </Stack>
  )
}
