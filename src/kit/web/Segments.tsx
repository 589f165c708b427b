import { useId } from 'react'
import classes from './Segments.module.css'

type Props<Value extends string> = {
  label: string
  choices: readonly { value: Value; label: string }[]
  /** Empty, or another text, where none of them is chosen. */
  value: Value | ''
  onChange: (value: Value) => void
  disabled?: boolean
  /** As wide as the element around it. */
  isWide?: boolean
}

/**
 * One of a few choices, side by side: radio buttons. Without JavaScript of its own, because the one of Mantine sets four
 * states when it is mounted and computes the layout of the page for the position of its background.
 */
export function Segments<Value extends string>({
  label,
  choices,
  value,
  onChange,
  disabled = false,
  isWide = false,
}: Props<Value>) {
  const name = useId()
  return (
    <div className={classes.segments} role="radiogroup" aria-label={label} data-wide={isWide || undefined}>
      {choices.map((choice) => (
        <label key={choice.value} className={classes.segment}>
          <input
            type="radio"
            name={name}
            className={classes.input}
            value={choice.value}
            checked={choice.value === value}
            disabled={disabled}
            onChange={() => onChange(choice.value)}
          />
          <span className={classes.label}>{choice.label}</span>
        </label>
      ))}
    </div>
  )
}
