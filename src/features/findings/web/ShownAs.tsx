import { SegmentedControl } from '@mantine/core'
import { cardSizes, type CardSize } from './dashboard-view.ts'
import { texts } from './texts.ts'

type Props = {
  /** How large the pictures are; undefined for the table. */
  cards: CardSize | undefined
  choose: (cards: CardSize | undefined) => void
}

/** Table or pictures. */
export function ShownAs({ cards, choose }: Props) {
  return (
    <SegmentedControl
      size="xs"
      aria-label={texts.shownAs}
      data={[
        { value: '', label: texts.table },
        { value: 'M', label: texts.cards },
      ]}
      value={cards ? 'M' : ''}
      onChange={(value) => choose(value === '' ? undefined : 'M')}
    />
  )
}

/** How large the pictures are. */
export function CardSizes({ size, choose }: { size: CardSize; choose: (size: CardSize) => void }) {
  return (
    <SegmentedControl
      size="xs"
      aria-label={texts.cardSize}
      data={[...cardSizes]}
      value={size}
      onChange={(value) => choose(value as CardSize)}
    />
  )
}
