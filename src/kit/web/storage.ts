/**
 * What is stored in this browser (G120). Names that begin with `session:` belong to the person and are removed at
 * sign-out; all other names are preferences of the browser and stay. Without storage (private windows with storage
 * turned off) values last until the page is closed.
 */
const fallback = new Map<string, string>()

/** A stored value; null when there is none. */
export function readStored(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return fallback.get(name) ?? null
  }
}

/** Stores a value; null removes it. */
export function writeStored(name: string, value: string | null): void {
  if (value === null) fallback.delete(name)
  else fallback.set(name, value)
  try {
    if (value === null) localStorage.removeItem(name)
    else localStorage.setItem(name, value)
  } catch {
    // Stored in `fallback` only.
  }
}

/** A stored JSON value; undefined when there is none or it is malformed. */
export function readStoredJson<T>(name: string): T | undefined {
  const text = readStored(name)
  if (text === null) return undefined
  try {
    return JSON.parse(text) as T
  } catch {
    return undefined
  }
}

/** Removes everything stored for the signed-in person. */
export function forgetSession(): void {
  const names = [...fallback.keys()]
  try {
    for (let i = 0; i < localStorage.length; i++) names.push(localStorage.key(i) ?? '')
  } catch {
    // Nothing is stored outside `fallback`.
  }
  for (const name of names) if (name.startsWith('session:')) writeStored(name, null)
}
