import { Table, Text } from '@mantine/core'
import type { DeskScore } from '#features/enforcement/contract-schemas.ts'
import { useSettings } from '#kit/web/settings.ts'
import stacked from '#kit/web/stacked-table.module.css'
import { platformOf } from '#platforms/all.ts'
import { showDayOf } from '#vocabulary/dates.ts'
import { harmNames } from '#vocabulary/harm-names.ts'
import { texts } from './texts.ts'

const shown = 6

/** What a desk did about earlier notices: in one sentence, and by kind of harm, action taken and text. */
export function DeskScores({ scores }: { scores: readonly DeskScore[] }) {
  const sum = (name: 'sent' | 'bounced' | 'answered' | 'down1' | 'down7' | 'down30') =>
    scores.reduce((total, one) => total + one[name], 0)
  if (scores.length === 0)
    return (
      <Text size="xs" c="dimmed">
        {texts.noScores}
      </Text>
    )
  return (
    <details>
      <Text component="summary" size="xs">
        {texts.score({ sent: sum('sent'), answered: sum('answered'), bounced: sum('bounced'), down: sum('down7') })}
      </Text>
      <Table.ScrollContainer minWidth={640} type="native">
        <Table fz="xs" verticalSpacing={2} aria-label={texts.scoresOf} className={stacked['stacked']!}>
          <Table.Thead>
            <Table.Tr>
              {texts.scoreColumns.map((label, n) => (
                <Table.Th key={label} ta={n < 3 ? undefined : 'right'}>
                  {label}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {scores.slice(0, shown).map((one) => (
              <Table.Tr
                key={`${one.harm} ${one.actionTaken} ${one.text?.brand} ${one.text?.platform} ${one.text?.number}`}
              >
                <Table.Td data-part="title">{harmNames[one.harm]}</Table.Td>
                <Table.Td data-head={texts.scoreNames[1]}>{one.actionTaken}</Table.Td>
                <Table.Td data-head={texts.scoreNames[2]}>
                  <TextName text={one.text} />
                </Table.Td>
                {[one.sent, one.answered, one.down1, one.down7, one.down30].map((n, at) => (
                  <Table.Td key={texts.scoreNames[at + 3]} ta="right" data-head={texts.scoreNames[at + 3]}>
                    {n}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </details>
  )
}

/** Whose text it was, its number among the texts of its configuration, and since when it is used. */
function TextName({ text }: Pick<DeskScore, 'text'>) {
  const { businessZone: zone } = useSettings()
  if (!text) return texts.earlierText
  const { brand, platform, number, since } = text
  return (
    <>
      {texts.textOf(brand, platformOf(platform)?.title ?? platform, number)}{' '}
      <Text span size="xs" c="dimmed">
        {texts.textSince(showDayOf(since, zone))}
      </Text>
    </>
  )
}
