import { useEffect, useRef, useState } from 'react'
import { endedForm, forgetForm, watchForm } from './ended-forms.ts'
import { changedFields, type Values } from './form-values.ts'

type Typed<V extends Values> = {
  /** The fields that were changed. */
  typed: Partial<V>
  /** A function gets what was typed so far. */
  change: (part: Partial<V> | ((now: Partial<V>) => Partial<V>)) => void
  /** Forgets what was typed; set while it is what was not sent when the session ended. */
  discard: (() => void) | undefined
}

/**
 * What a person typed in a dialog whose other values come from the server. `begin` has every field as it is when nothing
 * was typed, and names what the dialog is about. What was not sent when the session ended is there again for the same
 * person and the same `begin`.
 */
export function useTyped<V extends Values>(begin: V): Typed<V> {
  const [start] = useState(begin)
  const [ended, setEnded] = useState(() => endedForm(start, undefined))
  const [typed, setTyped] = useState<Partial<V>>(() => (ended ? changesIn(start, ended) : {}))
  const latest = useRef(typed)
  const set = (now: Partial<V>) => {
    latest.current = now
    setTyped(now)
  }
  useEffect(
    () => watchForm({ begin: start, version: undefined, values: () => ({ ...start, ...latest.current }) }),
    [start],
  )
  useEffect(() => {
    if (ended) forgetForm(ended)
  }, [ended])
  return {
    typed,
    change: (part) => set({ ...latest.current, ...(typeof part === 'function' ? part(latest.current) : part) }),
    discard: ended
      ? () => {
          setEnded(undefined)
          set({})
        }
      : undefined,
  }
}

const changesIn = <V extends Values>(begin: V, now: V): Partial<V> =>
  Object.fromEntries(changedFields(begin, now).map((name) => [name, now[name]])) as Partial<V>
