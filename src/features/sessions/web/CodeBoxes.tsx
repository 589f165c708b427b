import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react'
import { texts } from './texts.ts'
import classes from './SignInCard.module.css'

export const codeLength = 6

type Props = { code: string; isWrong: boolean; change: (code: string) => void }

/** Six boxes of one digit each. Only digits are accepted, also from pasted text (C-226 to C-230). */
export function CodeBoxes({ code, isWrong, change }: Props) {
  const [digits, setDigits] = useState<readonly string[]>(() => boxesOf(code))
  const boxes = useRef<(HTMLInputElement | null)[]>([])
  // Emptied by the parent: a new code was sent.
  if (code === '' && digits.every((digit) => digit !== '')) setDigits(boxesOf(''))

  const put = (at: number, text: string) => {
    const next = filled(digits, at, text)
    setDigits(next.digits)
    change(next.digits.join(''))
    boxes.current[next.focus]?.focus()
  }
  const clear = (at: number) => {
    const next = digits.map((digit, index) => (index === at ? '' : digit))
    setDigits(next)
    change(next.join(''))
  }
  const press = (event: KeyboardEvent, at: number) => {
    if (event.key === 'ArrowLeft') boxes.current[at - 1]?.focus()
    else if (event.key === 'ArrowRight') boxes.current[at + 1]?.focus()
    else if (event.key === 'Backspace' && digits[at] === '' && at > 0) {
      event.preventDefault()
      clear(at - 1)
      boxes.current[at - 1]?.focus()
    }
  }
  const paste = (event: ClipboardEvent, at: number) => {
    event.preventDefault()
    put(at, event.clipboardData.getData('text'))
  }

  return (
    <div role="group" aria-label={texts.code} className={classes['boxes']}>
      {digits.map((digit, at) => (
        <input
          key={at}
          ref={(box) => void (boxes.current[at] = box)}
          className={classes['box']}
          aria-label={texts.digit(at + 1)}
          aria-invalid={isWrong}
          inputMode="numeric"
          autoComplete={at === 0 ? 'one-time-code' : 'off'}
          autoFocus={at === 0}
          value={digit}
          onChange={(event) => {
            const typed = event.currentTarget.value
            if (typed === '') clear(at)
            else put(at, digit !== '' && typed.startsWith(digit) && typed.length > 1 ? typed.slice(1) : typed)
          }}
          onKeyDown={(event) => press(event, at)}
          onPaste={(event) => paste(event, at)}
          onFocus={(event) => event.currentTarget.select()}
        />
      ))}
    </div>
  )
}

/** The digits after text was typed or pasted into a box, and the index of the box to focus next. */
export function filled(digits: readonly string[], at: number, text: string): { digits: string[]; focus: number } {
  const typed = text.replace(/\D/g, '').slice(0, codeLength - at)
  const next = digits.map((digit, index) => typed[index - at] ?? digit)
  return { digits: next, focus: Math.min(codeLength - 1, at + typed.length) }
}

function boxesOf(code: string): string[] {
  return Array.from({ length: codeLength }, (_, at) => code[at] ?? '')
}
