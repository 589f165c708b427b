/** What undoes a decision once the server has stored it; undefined when it was refused. */
type StoredDecision = Promise<(() => void) | undefined>

/** Undoing the last decision. */
export type LastUndo = {
  /** Makes this decision the last one, from the moment it is sent. */
  offer: (sent: StoredDecision) => void
  /** Undoes it, as soon as it is stored, and only once. */
  undo: () => void
  forget: () => void
}

/**
 * Undoing the decision that a person made last, even before the server has answered: the answers of several decisions
 * may come late and in another order. It is offered for so many milliseconds after its answer.
 */
export function lastUndo(milliseconds: number): LastUndo {
  let last: StoredDecision | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const forget = () => {
    clearTimeout(timer)
    last = undefined
  }
  const expire = async (sent: StoredDecision) => {
    const run = await sent
    if (last !== sent) return
    if (run) timer = setTimeout(forget, milliseconds)
    else forget()
  }
  return {
    offer: (sent) => {
      forget()
      last = sent
      void expire(sent)
    },
    undo: () => {
      const sent = last
      forget()
      void sent?.then((run) => run?.())
    },
    forget,
  }
}
