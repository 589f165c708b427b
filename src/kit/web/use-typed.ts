import { useState } from 'react'

/** Text of an input while typing; follows `text` (from the address) when that changes from outside. */
export function useTyped(text: string): [string, (typed: string) => void] {
  const [typed, setTyped] = useState(text)
  const [known, setKnown] = useState(text)
  if (known !== text) {
    setKnown(text)
    if (typed.trim() !== text) setTyped(text)
  }
  return [typed, setTyped]
}
