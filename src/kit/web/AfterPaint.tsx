import { type ReactNode, startTransition, useEffect, useState } from 'react'
import { afterPaint } from './after-paint.ts'

/** A person who walks on sooner than this, in milliseconds, is not kept by what the record before would have shown. */
const restMilliseconds = 50

/** Renders its children a moment after what is around them was painted; a key that is pressed meanwhile comes first. */
export function AfterPaint({ children }: { children: ReactNode }) {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => afterPaint(() => startTransition(() => setPainted(true)), restMilliseconds), [])
  return isPainted ? children : null
}
