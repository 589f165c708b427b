import { useRef, useState } from 'react'
import { CallFailed } from './call.ts'
import { changedFields, meet, type Values } from './form-values.ts'

type Record409 = Readonly<Record<string, unknown>> & { version?: number }

export type FormOf<V extends Values> = {
  values: V
  set: <Name extends keyof V & string>(name: Name, value: V[Name]) => void
  /** field → the server's sentence. */
  errors: Readonly<Record<string, string>>
  isDirty: boolean
  isSaving: boolean
  /** Their newer version, and the fields both of us changed; undefined unless that happened. */
  conflict: { theirs: V; both: readonly (keyof V & string)[] } | undefined
  submit: () => Promise<void>
  /** A deed of its own has changed the record on the server: the same change here, which is then nothing unsaved. */
  applied: (change: (values: V) => V, version: number) => void
}

type Editing<V extends Values> = {
  /** What the form begins with; give the dialog a `key` so that another record is another form. */
  begin: V
  /** Version of the record; undefined for a new one. */
  version?: number | undefined
  send: (values: V, version: number | undefined) => Promise<unknown>
  /** Reads a record as the server tells it into what the form holds. */
  read?: (record: Record<string, unknown>) => V
  onSaved: (answer: unknown, values: V) => void
  /** Told of every refusal, besides the field errors: this is where a screen shows its alert. */
  onRefused: (error: unknown) => void
}

/**
 * A form that is sent as a whole. A 422 puts its sentences beside the fields. A 409 with the record as it is now
 * (`current`) puts what was typed on top of it and shows both: saving again then saves over the newer version.
 */
export function useForm<V extends Values>(of: Editing<V>): FormOf<V> {
  const [begin, setBegin] = useState(of.begin)
  const [values, setValues] = useState(of.begin)
  const [version, setVersion] = useState(of.version)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [conflict, setConflict] = useState<FormOf<V>['conflict']>()
  const [isSaving, setSaving] = useState(false)
  const isSending = useRef(false)

  const refuse = (error: unknown) => {
    const current = currentOf(error)
    if (current && of.read) {
      const theirs = of.read(current)
      const met = meet(begin, values, theirs)
      setBegin(theirs)
      setValues(met.values)
      setVersion(current.version)
      setConflict({ theirs, both: met.both })
    }
    if (error instanceof CallFailed) setErrors(error.fields)
    of.onRefused(error)
  }
  const submit = async () => {
    // Two quick clicks are one.
    if (isSending.current) return
    isSending.current = true
    setSaving(true)
    setErrors({})
    try {
      const answer = await of.send(values, version)
      setBegin(values)
      setConflict(undefined)
      of.onSaved(answer, values)
    } catch (error) {
      refuse(error)
    } finally {
      isSending.current = false
      setSaving(false)
    }
  }
  return {
    values,
    set: (name, value) => {
      setValues((now) => ({ ...now, [name]: value }))
      setErrors(({ [name]: _gone, ...rest }) => rest)
    },
    errors,
    isDirty: changedFields(begin, values).length > 0,
    isSaving,
    conflict,
    submit,
    applied: (change, now) => {
      setBegin(change)
      setValues(change)
      setVersion(now)
    },
  }
}

function currentOf(error: unknown): Record409 | undefined {
  if (!(error instanceof CallFailed) || error.status !== 409) return undefined
  const { current } = error.answer
  return current !== null && typeof current === 'object' ? (current as Record409) : undefined
}
