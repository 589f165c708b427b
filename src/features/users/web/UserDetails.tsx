import { Group, Text } from '@mantine/core'
import type { Person } from '#features/users/contract.ts'
import { labels } from '#features/users/messages.ts'

/** The details of an expanded row. */
export function UserDetails({ user }: { user: Person }) {
  return (
    <Group component="dl" gap={48} m={0}>
      <Pair name={labels.mobile} value={user.mobile || '—'} />
      <Pair name={labels.role} value={user.role} />
    </Group>
  )
}

function Pair({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <Text component="dt" size="xs" c="dimmed">
        {name}
      </Text>
      <Text component="dd" size="sm" m={0}>
        {value}
      </Text>
    </div>
  )
}
