import { Alert, Button, Group, Text } from '@mantine/core'
import { showTime } from '#vocabulary/dates.ts'
import type { Sheet } from './sheet-rows.ts'
import { texts } from './texts.ts'

const shown = 3

/** The rows that somebody else saved or removed while they were changed here; the person chooses what stays. */
export function Conflicts({
  conflicts,
  zone,
  onDecide,
}: {
  conflicts: Sheet['conflicts']
  zone: string
  onDecide: (sn: number, decision: 'mine' | 'theirs') => void
}) {
  if (conflicts.size === 0) return null
  return (
    <Alert color="yellow" variant="light" py={8} role="alert">
      {[...conflicts].slice(0, shown).map(([sn, { removed, savedBy, savedAt }]) => (
        <Group key={sn} gap="xs" mb={4}>
          <Text size="sm">
            {(removed ? texts.removedByOther : texts.savedByOther)(sn, savedBy, showTime(savedAt, zone))}
          </Text>
          <Button size="compact-xs" variant="default" onClick={() => onDecide(sn, 'mine')}>
            {texts.keepMine}
          </Button>
          <Button size="compact-xs" variant="default" onClick={() => onDecide(sn, 'theirs')}>
            {texts.takeTheirs}
          </Button>
        </Group>
      ))}
      {conflicts.size > shown ? <Text size="sm">{texts.moreConflicts(conflicts.size - shown)}</Text> : null}
    </Alert>
  )
}
