import { Segments } from '#kit/web/Segments.tsx'
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
    <Segments
      label={texts.shownAs}
      choices={[
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
    <Segments
      label={texts.cardSize}
      choices={cardSizes.map((one) => ({ value: one, label: one }))}
      value={size}
      onChange={choose}
    />
  )
}
