/**
 * Which findings the person is deciding on. What was read of one of them before its decision was answered may be older than
 * that decision; numbers as `performance.now()` gives them.
 */
export function ownDecisions(now: () => number) {
  const running = new Map<string, number>()
  const answered = new Map<string, number>()
  return {
    /** A decision on this finding is sent. */
    begin: (id: string): void => void running.set(id, (running.get(id) ?? 0) + 1),
    /** The server has answered a decision on this finding, or an undo. */
    end: (id: string): void => {
      const others = (running.get(id) ?? 1) - 1
      if (others > 0) running.set(id, others)
      else running.delete(id)
      answered.set(id, now())
    },
    isRunning: (id: string): boolean => running.has(id),
    /** Whether what was asked for at a moment may be older than the decision. */
    isOlder: (id: string, requestedAt: number): boolean =>
      running.has(id) || (answered.get(id) ?? Number.NEGATIVE_INFINITY) >= requestedAt,
  }
}
