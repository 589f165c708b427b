import { useEffect, useRef } from 'react'
import { isBusy } from './use-row-keys.ts'

/** Runs `press` when the key is pressed without modifiers outside of inputs; undefined disables it. */
export function useKey(key: string, press: (() => void) | undefined): void {
  const now = useRef(press)
  useEffect(() => {
    now.current = press
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== key || event.repeat || event.defaultPrevented || isBusy(event.target)) return
      if (!event.ctrlKey && !event.metaKey && !event.altKey) now.current?.()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [key])
}
