import { useEffect, useRef } from 'react'
import { keyOf } from './key-of.ts'
import { isBusy } from './use-row-keys.ts'

/** Runs the function of a key that is pressed without modifiers outside of inputs; keys without one do nothing. */
export function useKeys(keys: Readonly<Record<string, (() => void) | undefined>>): void {
  const now = useRef(keys)
  useEffect(() => {
    now.current = keys
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const key = keyOf(event)
      const press = Object.hasOwn(now.current, key) ? now.current[key] : undefined
      if (!press || event.repeat || event.defaultPrevented || isBusy(event)) return
      if (event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      press()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

/** Runs `press` when the key is pressed without modifiers outside of inputs; undefined disables it. */
export function useKey(key: string, press: (() => void) | undefined): void {
  const now = useRef(press)
  useEffect(() => {
    now.current = press
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (keyOf(event) !== key || event.repeat || event.defaultPrevented || isBusy(event)) return
      if (!event.ctrlKey && !event.metaKey && !event.altKey) now.current?.()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [key])
}
