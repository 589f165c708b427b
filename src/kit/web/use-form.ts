import { useEffect, useRef, useState } from 'react'
import { CallFailed, failedWith } from './call.ts'
import { endedForm, forgetForm, watchForm } from './ended-forms.ts'
import { changedFields, merge, type Values } from './form-values.ts'
import { isRecordGone, withRecordGone } from './record-gone.ts'

type ConflictRecord = Readonly<Record<string, unknown>> & { version?: number }

export type FormOf<V extends Values> = {
  values: V
  /** A function gets the value as it is now, for what is ready only after an answer of the server. */
  set: <Name extends keyof V & string>(name: Name, value: V[Name] | ((now: V[Name]) => V[Name])) => void
  /** field → the server's message. */
  errors: Readonly<Record<string, string>>
  isDirty: boolean
  /** Puts the values back to those it began with; set while it shows what was not saved when the session ended. */
  discard: (() => void) | undefined
  isSaving: boolean
  /** The record was deleted while it was being edited: it cannot be saved any more. */
  isGone: boolean
  /** Their newer version and the fields both changed; undefined without a conflict. */
  conflict: { theirs: V; both: readonly (keyof V & string)[] } | undefined
  submit: () => Promise<void>
  /**
   * Applies a change that a separate action already made on the server; it does not count as unsaved. What others saved
   * since is in the record of the answer too: it is merged as after a conflict, for saving overwrites it otherwise.
   */
  applied: (change: (values: V) => V, record: ConflictRecord) => void
}

type FormOptions<V extends Values> = {
  /** Initial values; give the dialog a `key` so that another record gets another form. */
  begin: V
  /** Version of the record; undefined for a new one. */
  version?: number | undefined
  send: (values: V, version: number | undefined) => Promise<unknown>
  /** Converts a record of the server into form values; needed for merging after a conflict. */
  read?: (record: Record<string, unknown>) => V
  onSaved: (answer: unknown, values: V) => void
  /** Called for every rejected save, in addition to the field errors: here a screen shows its alert. */
  onRefused: (error: unknown) => void
}

/**
 * A form that is sent as a whole. A 422 shows its messages next to the fields. After a 409 with the current record
 * (`current`), the changes are merged into it and both versions are shown; saving again overwrites the newer version.
 * What was not saved when the session ended is there again for the same person, form and record.
 */
export function useForm<V extends Values>(options: FormOptions<V>): FormOf<V> {
  const [begin, setBegin] = useState(options.begin)
  const [ended, setEnded] = useState(() => endedForm(options.begin, options.version))
  const [values, setValues] = useState(ended ?? options.begin)
  const [version, setVersion] = useState(options.version)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [conflict, setConflict] = useState<FormOf<V>['conflict']>()
  const [isSaving, setSaving] = useState(false)
  const [isGone, setGone] = useState(false)
  const isSending = useRef(false)
  /** The values as they are when an answer comes: a person may go on typing while it is awaited. */
  const latest = useRef(values)
  const change = (by: (now: V) => V) => {
    latest.current = by(latest.current)
    setValues(latest.current)
  }
  useEffect(() => watchForm({ begin, version, values: () => latest.current }), [begin, version])
  useEffect(() => {
    if (ended) forgetForm(ended)
  }, [ended])

  /** Goes on with their newer version and the own changes. */
  const mergeNewer = (start: V, record: ConflictRecord, read: (record: Record<string, unknown>) => V) => {
    const theirs = read(record)
    const { values: merged, both } = merge(start, latest.current, theirs)
    setBegin(theirs)
    change(() => merged)
    setVersion(record.version)
    return { theirs, both }
  }
  const handleRejection = (error: unknown) => {
    const current = currentOf(error)
    if (current && options.read) setConflict(mergeNewer(begin, current, options.read))
    if (error instanceof CallFailed) setErrors(error.fields)
    if (isRecordGone(error)) setGone(true)
    options.onRefused(withRecordGone(error))
  }
  const submit = async () => {
    // A double click sends once.
    if (isSending.current) return
    isSending.current = true
    setSaving(true)
    setErrors({})
    const sent = latest.current
    try {
      const answer = await options.send(sent, version)
      setBegin(sent)
      setConflict(undefined)
      setEnded(undefined)
      options.onSaved(answer, sent)
    } catch (error) {
      handleRejection(error)
    } finally {
      isSending.current = false
      setSaving(false)
    }
  }
  return {
    values,
    set: (name, value) => {
      change((now) => ({ ...now, [name]: isChange(value) ? value(now[name]) : value }))
      setErrors(({ [name]: _gone, ...rest }) => rest)
    },
    errors,
    isDirty: changedFields(begin, values).length > 0,
    discard: ended
      ? () => {
          setEnded(undefined)
          change(() => begin)
        }
      : undefined,
    isSaving,
    isGone,
    conflict,
    submit,
    applied: (by, record) => {
      change(by)
      if (!options.read) return
      const newer = mergeNewer(by(begin), record, options.read)
      if (newer.both.length > 0) setConflict(newer)
    },
  }
}

/** No value of a form is a function. */
function isChange<Value>(value: Value | ((now: Value) => Value)): value is (now: Value) => Value {
  return typeof value === 'function'
}

function currentOf(error: unknown): ConflictRecord | undefined {
  if (!failedWith(error, 409)) return undefined
  const { current } = error.answer
  return current !== null && typeof current === 'object' ? (current as ConflictRecord) : undefined
}
