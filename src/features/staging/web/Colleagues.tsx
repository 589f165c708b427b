import { Text } from '@mantine/core'
import { texts } from './texts.ts'
import type { Colleague } from './use-presence.ts'

/** Who else is in the draft, and in which row. */
export function Colleagues({ others }: { others: readonly Colleague[] }) {
  if (others.length === 0) return null
  const names = [...new Map(others.map((one) => [one.userId, one])).values()].map(({ name, sn }) =>
    sn === '' ? name : texts.inRow(name, sn),
  )
  return (
    <Text size="sm">
      {texts.alsoHere} <b>{names.join(', ')}</b>
    </Text>
  )
}

/** The initials of a name. */
export function initialsOf(name: string): string {
  const parts = name.trim().split(/\s+/)
  return `${parts[0]?.charAt(0) ?? ''}${parts.length > 1 ? parts.at(-1)!.charAt(0) : ''}`.toUpperCase()
}
