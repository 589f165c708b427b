import { useState } from 'react'
import { keep, readKeptJson } from './storage.ts'

/** State that is stored in this browser under a name (see storage.ts for names that begin with `session:`). */
export function useRemembered<Value>(name: string, initial: Value): [Value, (value: Value) => void] {
  const [value, setValue] = useState<Value>(() => readKeptJson<Value>(name) ?? initial)
  return [
    value,
    (next) => {
      setValue(next)
      keep(name, JSON.stringify(next))
    },
  ]
}
