const drafts = new Map<string, Map<string, string>>()

/**
 * The unsaved comments of a person by finding. They are kept while this tab is open, so that closing a row, another
 * screen, or signing out in another tab loses none; nobody else who signs in here gets them.
 */
export function draftsOf(userId: string): Map<string, string> {
  const own = drafts.get(userId) ?? new Map<string, string>()
  drafts.set(userId, own)
  return own
}
