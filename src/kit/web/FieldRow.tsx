import type { ComponentProps } from 'react'
import classes from './FieldRow.module.css'

type Props = ComponentProps<'div'> & {
  /** The fields have their labels above them; else each says in itself what it is. */
  isLabelled?: boolean
  /** Keeps a distance to what follows, where nothing else does. */
  isSpaced?: boolean
}

/** Fields beside each other. On a phone two share a line and fill it, and one that is left over fills its line. */
export function FieldRow({ isLabelled = false, isSpaced = false, className = '', children, ...rest }: Props) {
  return (
    <div
      {...rest}
      className={`${classes['row']} ${className}`}
      data-field-row
      data-labelled={isLabelled || undefined}
      data-spaced={isSpaced || undefined}
    >
      {children}
    </div>
  )
}
