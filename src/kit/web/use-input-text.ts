import { useState } from 'react'

/** Text of an input while typing; follows `text` (from the address) when that changes from outside. */
export function useInputText(text: string): [string, (typed: string) => void] {
  const [typed, setTyped] = useState(text)
  const [previous, setPrevious] = useState(text)
  if (previous !== text) {
    setPrevious(text)
    if (typed.trim() !== text) setTyped(text)
  }
  return [typed, setTyped]
}
