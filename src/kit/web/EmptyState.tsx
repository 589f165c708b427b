import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** Shown where there is nothing to list: what is missing, what to do next, and buttons for it (`children`). */
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
