import { texts } from './texts.ts'
import type { SwipeChoices } from './use-swipe.tsx'
import classes from './Swipe.module.css'

/** Says what a swipe decides; nothing where it decides nothing. */
export function SwipeHint({ choices: { right, left } }: { choices: SwipeChoices }) {
  if (!right && !left) return null
  return <p className={classes.hint}>{texts.swipe(right?.label, left?.label)}</p>
}
