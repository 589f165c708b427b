import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react'
import { texts } from './texts.ts'
import type { useCodeStep } from './use-code-step.ts'
import classes from './SignInCard.module.css'

export const codeLength = 6

type Props = { step: Pick<ReturnType<typeof useCodeStep>, 'isWrong' | 'isBusy' | 'change' | 'verify'> }

/**
 * Six boxes of one digit each. Only digits are accepted, also from pasted text (C-226 to C-230). The sixth digit sends the
 * code. A key that changes empties the boxes and focuses the first.
 */
export function CodeBoxes({ step }: Props) {
  const [digits, setDigits] = useState<readonly string[]>(() => Array.from({ length: codeLength }, () => ''))
  const boxes = useRef<(HTMLInputElement | null)[]>([])

  const put = (at: number, text: string) => {
    if (step.isBusy) return
    const next = filled(digits, at, text)
    setDigits(next.digits)
    step.change(next.digits.join(''))
    boxes.current[next.focus]?.focus()
    if (/\d/.test(text) && next.digits.every((digit) => digit !== '')) void step.verify(next.digits)
  }
  const clear = (at: number) => {
    if (step.isBusy) return
    const next = digits.map((digit, index) => (index === at ? '' : digit))
    setDigits(next)
    step.change(next.join(''))
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
          aria-invalid={step.isWrong}
          readOnly={step.isBusy}
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
