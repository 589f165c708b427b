/**
 * Makes a store of what a person is writing, by what it is about. It is kept while this tab is open, so that closing a
 * row, another screen, or signing out in another tab loses nothing; nobody else who signs in here gets it.
 */
export function tabDrafts<Draft>(): (userId: string) => Map<string, Draft> {
  const drafts = new Map<string, Map<string, Draft>>()
  return (userId) => {
    const own = drafts.get(userId) ?? new Map<string, Draft>()
    drafts.set(userId, own)
    return own
  }
}
