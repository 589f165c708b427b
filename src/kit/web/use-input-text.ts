import { useState } from 'react'

/**
 * Text of an input while typing, with how to change it and how to note the text that is handed on from it. It follows
 * `text` (from the address) when that changes from outside; its own text, which comes back a moment later, replaces
 * nothing that was typed meanwhile.
 */
export function useInputText(text: string): {
  typed: string
  setTyped: (typed: string) => void
  noteSent: (text: string) => void
} {
  const [typed, setTyped] = useState(text)
  const [previous, setPrevious] = useState(text)
  const [sent, setSent] = useState<string>()
  if (previous !== text) {
    setPrevious(text)
    setSent(undefined)
    if (text !== sent && typed.trim() !== text) setTyped(text)
  }
  return { typed, setTyped, noteSent: setSent }
}
