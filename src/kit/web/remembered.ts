import { useState } from 'react'
import { writeStored, readStoredJson } from './storage.ts'

/** State that is stored in this browser under a name (see storage.ts for names that begin with `session:`). */
export function useRemembered<Value>(name: string, initial: Value): [Value, (value: Value) => void] {
  const [value, setValue] = useState<Value>(() => readStoredJson<Value>(name) ?? initial)
  return [
    value,
    (next) => {
      setValue(next)
      writeStored(name, JSON.stringify(next))
    },
  ]
}
