import { keyOf } from './key-of.ts'
import { useKeyPress } from './use-key-press.ts'

/** Runs the function of a key that is pressed without modifiers outside of inputs; keys without one do nothing. */
export function useKeys(keys: Readonly<Record<string, (() => void) | undefined>>): void {
  useKeyPress((event) => {
    const key = keyOf(event)
    const press = Object.hasOwn(keys, key) ? keys[key] : undefined
    if (!press || event.repeat) return
    event.preventDefault()
    press()
  })
}

/** Runs `press` when the key is pressed without modifiers outside of inputs; undefined disables it. */
export function useKey(key: string, press: (() => void) | undefined): void {
  useKeyPress((event) => {
    if (keyOf(event) === key && !event.repeat) press?.()
  })
}
