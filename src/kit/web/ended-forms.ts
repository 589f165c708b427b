import { changedFields, type Values } from './form-values.ts'

/** A form that is on the page: what it began with, and its values now. */
type OpenForm = { begin: Values; version: number | undefined; values: () => Values }
/** What a person had not saved in a form when the session ended. */
type EndedForm = {
  userId: string
  path: string
  version: number | undefined
  begin: Values
  values: Values
  at: number
}

const open = new Set<OpenForm>()
let ended: EndedForm[] = []

/** Unsaved values are given back for a day. */
const maxAge = 24 * 3_600_000
/** Never given back: whoever comes next to this screen must not get it. */
const isSecret = (field: string): boolean => /password|secret/i.test(field)

/** Notes that a form is on the page, until the returned function is called. */
export function watchForm(form: OpenForm): () => void {
  open.add(form)
  return () => open.delete(form)
}

/**
 * To be called when the session of a person ends by itself: remembers what the open forms have not saved, without
 * passwords, in the memory of this page only.
 */
export function rememberForms(userId: string): void {
  const path = window.location.pathname
  ended = [...open].flatMap(({ begin, version, values }) => {
    const now = values()
    const typed = changedFields(begin, now).filter((field) => !isSecret(field))
    if (typed.length === 0) return []
    const changes = Object.fromEntries(typed.map((field) => [field, now[field]]))
    return [{ userId, path, version, begin, values: { ...begin, ...changes }, at: Date.now() }]
  })
}

/** Forgets what others than this person have not saved; of everybody without an id. */
export function forgetForms(exceptOf?: string): void {
  ended = ended.filter(({ userId }) => userId === exceptOf)
}

/**
 * The values that were not saved of a form on this page that began with the same values, and so is about the same record
 * in the same version; undefined when there are none.
 */
export function endedForm<V extends Values>(begin: V, version: number | undefined): V | undefined {
  const found = ended.find(
    (one) =>
      one.path === window.location.pathname &&
      one.version === version &&
      Date.now() - one.at < maxAge &&
      Object.keys(one.begin).length === Object.keys(begin).length &&
      changedFields(begin, one.begin as V).length === 0,
  )
  return found?.values as V | undefined
}

/** Forgets values that a form has taken over. */
export function forgetForm(values: Values): void {
  ended = ended.filter((one) => one.values !== values)
}
