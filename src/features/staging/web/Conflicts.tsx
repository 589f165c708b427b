import { Alert, Button, Group, Text } from '@mantine/core'
import type { DraftItem } from '#features/staging/contract-schemas.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { showTime } from '#vocabulary/dates.ts'
import { differences } from './differences.ts'
import type { Sheet } from './sheet-rows.ts'
import { texts } from './texts.ts'

/** Rows that are shown, and cells of each. */
const shown = 3
const shownCells = 6

type Props = {
  sheet: Pick<Sheet, 'rows' | 'conflicts'>
  platform: FindingPlatformDefinition
  zone: string
  onDecide: (sn: number, decision: 'mine' | 'theirs') => void
}

/** The rows that somebody else saved or removed while they were changed here; the person chooses what stays. */
export function Conflicts({ sheet: { rows, conflicts }, platform, zone, onDecide }: Props) {
  if (conflicts.size === 0) return null
  return (
    <Alert color="yellow" variant="light" py={8} role="alert">
      {[...conflicts].slice(0, shown).map(([sn, item]) => (
        <div key={sn}>
          <Group gap="xs" mb={4}>
            <Text size="sm">
              {(item.removed ? texts.removedByOther : texts.savedByOther)(
                sn,
                item.savedBy,
                showTime(item.savedAt, zone),
              )}
            </Text>
            <Button size="compact-xs" variant="default" onClick={() => onDecide(sn, 'mine')}>
              {texts.keepMine}
            </Button>
            <Button size="compact-xs" variant="default" onClick={() => onDecide(sn, 'theirs')}>
              {texts.takeTheirs}
            </Button>
          </Group>
          <Differences item={item} mine={rows.find((row) => row.sn === sn)} platform={platform} />
        </div>
      ))}
      {conflicts.size > shown ? <Text size="sm">{texts.moreConflicts(conflicts.size - shown)}</Text> : null}
    </Alert>
  )
}

type DifferencesProps = {
  item: DraftItem
  mine: Sheet['rows'][number] | undefined
  platform: FindingPlatformDefinition
}

function Differences({ item, mine, platform }: DifferencesProps) {
  if (item.removed || !mine) return null
  const all = differences(platform, mine, item)
  return (
    <ul style={{ margin: '0 0 8px', paddingInlineStart: 20, overflowWrap: 'anywhere' }}>
      {all.slice(0, shownCells).map((one) => (
        <li key={one.label}>
          <Text size="xs">{texts.difference(one)}</Text>
        </li>
      ))}
      {all.length > shownCells ? (
        <li>
          <Text size="xs">{texts.moreDifferences(all.length - shownCells)}</Text>
        </li>
      ) : null}
    </ul>
  )
}
