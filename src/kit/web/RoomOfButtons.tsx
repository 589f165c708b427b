import { Button } from '@mantine/core'

/**
 * The room of small buttons of the head of a screen while their code is fetched: what stands below and beside them does
 * not move. `widths` are in pixels.
 */
export function RoomOfButtons({ widths }: { widths: readonly number[] }) {
  return widths.map((width, at) => <Button key={at} size="xs" disabled style={{ width, visibility: 'hidden' }} />)
}
