/**
 * What this browser keeps (G120). Names that begin with `session:` belong to the person and go at sign-out;
 * all other names are preferences of the browser and stay. A browser that keeps nothing (private windows with
 * storage turned off) works too: values then live until the page is left.
 */
const fallback = new Map<string, string>()

export function readKept(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return fallback.get(name) ?? null
  }
}

export function keep(name: string, value: string | null): void {
  if (value === null) fallback.delete(name)
  else fallback.set(name, value)
  try {
    if (value === null) localStorage.removeItem(name)
    else localStorage.setItem(name, value)
  } catch {
    // Kept in `fallback` only.
  }
}

/** A kept JSON value; undefined when there is none or it is damaged. */
export function readKeptJson<T>(name: string): T | undefined {
  const text = readKept(name)
  if (text === null) return undefined
  try {
    return JSON.parse(text) as T
  } catch {
    return undefined
  }
}

/** Forgets everything of the signed-in person. */
export function forgetSession(): void {
  const names = [...fallback.keys()]
  try {
    for (let i = 0; i < localStorage.length; i++) names.push(localStorage.key(i) ?? '')
  } catch {
    // Nothing is kept outside `fallback`.
  }
  for (const name of names) if (name.startsWith('session:')) keep(name, null)
}
