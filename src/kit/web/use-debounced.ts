import { useEffect, useState } from 'react'
import { delays } from './delays.ts'

/** The value as it was when it last stood still for a while; one second, unless told (C-337, A-150). */
export function useDebounced<T>(value: T, milliseconds: number = delays.fetch): T {
  const [still, setStill] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setStill(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return still
}
