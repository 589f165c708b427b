import { useCallback, useEffect, useRef, useState } from 'react'

/** State that resets to its initial value some milliseconds after the last change; without a time it stays. */
export function useTemporaryState<T>(empty: T, milliseconds?: number): [value: T, set: (value: T) => void] {
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
