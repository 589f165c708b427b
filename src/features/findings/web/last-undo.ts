/** What undoes a stored decision: `run` says whether there was still something to undo. */
export type StoredDecision = { run: () => boolean; showAgain?: (milliseconds: number) => void }
/** A decision that is on its way; undefined when it was refused. */
type SentDecision = Promise<StoredDecision | undefined>
type Entry = {
  sent: SentDecision
  stored?: StoredDecision
  until?: number
  timer?: ReturnType<typeof setTimeout>
}

/** Undoing the last decisions, the newest first. */
export type LastUndo = {
  /** Makes this decision the last one, from the moment it is sent. */
  offer: (sent: SentDecision) => void
  /** Undoes the last one that is not undone yet, as soon as it is stored. */
  undo: () => void
  /** Forgets a decision that was undone by its own button, and offers the one before it. */
  undone: (decision: StoredDecision) => void
  forget: () => void
}

/**
 * Undoing the decisions that a person made last, even before the server has answered: the answers of several decisions
 * may come late and in another order. Each is offered for so many milliseconds after its answer.
 */
export function lastUndo(milliseconds: number): LastUndo {
  let entries: Entry[] = []
  const remove = (entry: Entry) => {
    clearTimeout(entry.timer)
    entries = entries.filter((one) => one !== entry)
  }
  const settle = async (entry: Entry) => {
    const stored = await entry.sent
    if (!entries.includes(entry)) return
    if (!stored) return remove(entry)
    entry.stored = stored
    entry.until = Date.now() + milliseconds
    entry.timer = setTimeout(() => remove(entry), milliseconds)
  }
  const showNewest = () => {
    const { stored, until } = entries.at(-1) ?? {}
    if (stored && until !== undefined) stored.showAgain?.(until - Date.now())
  }
  const undo = async (): Promise<void> => {
    const entry = entries.at(-1)
    if (!entry) return
    remove(entry)
    const stored = entry.stored ?? (await entry.sent)
    if (stored?.run() === false) return undo()
    showNewest()
  }
  return {
    offer: (sent) => {
      const entry = { sent }
      entries = [...entries, entry]
      void settle(entry)
    },
    undo: () => void undo(),
    undone: (decision) => {
      const entry = entries.find(({ stored }) => stored === decision)
      if (entry) remove(entry)
      showNewest()
    },
    forget: () => {
      for (const { timer } of entries) clearTimeout(timer)
      entries = []
    },
  }
}
