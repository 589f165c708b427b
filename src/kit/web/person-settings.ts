import { useSyncExternalStore } from 'react'
import { readStored, readStoredJson, writeStored } from './storage.ts'

/**
 * Settings that belong to the person (theme, tables). The server stores them; this browser has a copy under the
 * person's id for the first rendering. What is not sent yet is marked in the copy, so that neither a closed window nor a
 * lost connection loses it.
 */
type Copy = { settings: Readonly<Record<string, unknown>>; unsent: readonly string[] }

const nothing: Copy = { settings: {}, unsent: [] }
let person = ''
let copy: Copy = nothing
const listeners = new Set<() => void>()

const keyOf = (id: string) => `settings.${id}`

/** The id of the person whose settings are shown; '' while nobody is signed in. */
export const settingsPerson = (): string => person

/** Shows another person's settings, as this browser has them. */
export function showSettingsOf(id: string): void {
  person = id
  copy = id === '' ? nothing : copyOf(id)
  announce()
}

function copyOf(id: string): Copy {
  const stored = readStoredJson<Partial<Copy>>(keyOf(id))
  return { settings: stored?.settings ?? {}, unsent: stored?.unsent ?? [] }
}

/** One setting; undefined when the person has none. */
export const readSetting = <Value>(name: string): Value | undefined => copy.settings[name] as Value | undefined

/** Changes a setting at once; it is sent to the server later. Without a person nothing is stored. */
export function writeSetting(name: string, value: unknown): void {
  if (person === '') return
  set({ settings: { ...copy.settings, [name]: value }, unsent: [...new Set([...copy.unsent, name])] })
}

/** The settings that are not sent yet. */
export const unsentSettings = (): Record<string, unknown> =>
  Object.fromEntries(copy.unsent.map((name) => [name, copy.settings[name] ?? null]))

/** These values reached the server; a value that was changed since is still unsent. */
export function markSent(sent: Readonly<Record<string, unknown>>): void {
  const isSent = (name: string) =>
    name in sent && JSON.stringify(copy.settings[name] ?? null) === JSON.stringify(sent[name])
  set({ ...copy, unsent: copy.unsent.filter((name) => !isSent(name)) })
}

/** Takes over what the server has, except what is not sent yet. */
export function receiveSettings(settings: Readonly<Record<string, unknown>>): void {
  set({ ...copy, settings: { ...settings, ...unsentSettings() } })
}

function set(next: Copy): void {
  copy = next
  writeStored(keyOf(person), JSON.stringify(copy))
  announce()
}

function announce(): void {
  for (const listener of listeners) listener()
}

/** Calls `listener` after every change, until the returned function is called. */
export function watchSettings(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** A setting and how to change it, the same in all parts of the screen and in all windows of this browser. */
export function useSetting<Value>(name: string, initial: Value): [Value, (value: Value) => void] {
  const value = useSyncExternalStore(watchSettings, () => readSetting<Value>(name))
  return [value ?? initial, (next) => writeSetting(name, next)]
}

/** Settings of tables that this browser stored before they belonged to the person. */
export function adoptOldTables(known: Readonly<Record<string, unknown>>): void {
  const before = `table.${person}.`
  for (const key of storedNames().filter((name) => name.startsWith(before))) {
    const name = `table.${key.slice(before.length)}`
    const value = readStoredJson(key)
    if (value !== undefined && !(name in known)) writeSetting(name, value)
    writeStored(key, null)
  }
}

function storedNames(): string[] {
  try {
    return Array.from({ length: localStorage.length }, (_, n) => localStorage.key(n) ?? '')
  } catch {
    return []
  }
}

// Another window of this browser changed a setting of the same person.
if (typeof window !== 'undefined')
  window.addEventListener('storage', ({ key }) => {
    if (person === '' || key !== keyOf(person) || readStored(key) === null) return
    copy = copyOf(person)
    announce()
  })
