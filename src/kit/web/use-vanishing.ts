import { useCallback, useEffect, useRef, useState } from 'react'

/** A value that goes back to its first one after a time in milliseconds, counted anew with each setting; without a time it stays. */
export function useVanishing<T>(empty: T, milliseconds?: number): [value: T, set: (value: T) => void] {
  const first = useRef(empty)
  const clock = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [value, setValue] = useState(empty)
  useEffect(() => () => clearTimeout(clock.current), [])
  const set = useCallback(
    (next: T) => {
      clearTimeout(clock.current)
      setValue(next)
      if (milliseconds === undefined) return
      clock.current = setTimeout(() => setValue(first.current), milliseconds)
    },
    [milliseconds],
  )
  return [value, set]
}
