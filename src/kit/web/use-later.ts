import { startTransition, useEffect, useEffectEvent, useState } from 'react'
import { afterPaint } from './after-paint.ts'

/**
 * A record that is shown so many milliseconds after what is around it was painted; a key that is pressed meanwhile comes
 * first. Until then `shown` is the record before, undefined at first, and `isLate` says so. Changes of the same record
 * are shown at once.
 */
export function useLater<Row extends { id: string }>(
  row: Row,
  milliseconds: number,
): { shown: Row | undefined; isLate: boolean } {
  const [last, setLast] = useState<Row>()
  const take = useEffectEvent(() => startTransition(() => setLast(row)))
  useEffect(() => afterPaint(() => take(), milliseconds), [row.id, milliseconds])
  const isLate = last?.id !== row.id
  return { shown: isLate ? last : row, isLate }
}
