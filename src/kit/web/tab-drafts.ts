/**
 * Makes a store of what a person is writing, by what it is about. It is kept while this tab is open, so that closing a
 * row, another screen, a reload, or signing out in another tab loses nothing; nobody else who signs in here gets it.
 * `name` tells the stores of the tab apart. Drafts are plain data.
 */
export function tabDrafts<Draft>(name: string): (userId: string) => Map<string, Draft> {
  const storageName = `drafts of ${name}`
  const drafts = storedDrafts<Draft>(storageName)
  window.addEventListener('pagehide', () => {
    const people = [...drafts].map(([userId, own]): Stored<Draft>[number] => [userId, [...own]])
    try {
      sessionStorage.setItem(storageName, JSON.stringify(people satisfies Stored<Draft>))
    } catch (error) {
      // It is full or forbidden: only a reload loses the drafts.
      console.warn(error)
    }
  })
  return (userId) => {
    const own = drafts.get(userId) ?? new Map<string, Draft>()
    drafts.set(userId, own)
    return own
  }
}

/** The drafts of each person by what they are about. */
type Stored<Draft> = [userId: string, own: [about: string, draft: Draft][]][]

function storedDrafts<Draft>(storageName: string): Map<string, Map<string, Draft>> {
  try {
    const people = JSON.parse(sessionStorage.getItem(storageName) ?? '[]') as Stored<Draft>
    return new Map(people.map(([userId, own]) => [userId, new Map(own)]))
  } catch (error) {
    console.warn(error)
    return new Map()
  }
}
