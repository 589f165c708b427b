import { Checkbox } from '@mantine/core'
import type { CardSize } from '#features/findings/web/dashboard-view.ts'
import { CardSizes } from '#features/findings/web/ShownAs.tsx'
import type { Selection } from '#kit/web/record-parts.ts'
import { texts } from './texts.ts'

type Props = { selection: Selection; size: CardSize; choose: (size: CardSize) => void }

/** Above pictures: selects all of the page, which have no header that could, and sets their size. */
export function PictureTools({ selection: { state, toggleAll }, size, choose }: Props) {
  return (
    <>
      <Checkbox
        size="xs"
        label={texts.selectAll}
        checked={state === 'all'}
        indeterminate={state === 'some'}
        onChange={toggleAll}
      />
      <CardSizes size={size} choose={choose} />
    </>
  )
}
