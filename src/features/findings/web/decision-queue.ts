type Row = { readonly id: string; readonly status: string }

/**
 * Runs the decisions on one finding one after another, so that none is lost or refused as stale. A decision gets the
 * status to go back to when it fails: the one that the server last confirmed, not what the row showed meanwhile.
 */
export function decisionQueue<Result>() {
  const running = new Map<string, { call: Promise<Result>; confirmed: string }>()
  return {
    add: (row: Row, send: (before: string) => Promise<Result>, confirmedBy: (result: Result) => string | undefined) => {
      const before = running.get(row.id)
      const start = before?.call.catch(() => undefined) ?? Promise.resolve()
      const entry = { confirmed: row.status, call: start.then(() => run()) }
      const run = async () => {
        if (before) entry.confirmed = before.confirmed
        const result = await send(entry.confirmed)
        entry.confirmed = confirmedBy(result) ?? entry.confirmed
        return result
      }
      running.set(row.id, entry)
      const end = () => running.get(row.id) === entry && running.delete(row.id)
      void entry.call.then(end, end)
      return entry.call
    },
    /** Resolves once no decision is on its way. */
    stored: () => Promise.allSettled([...running.values()].map(({ call }) => call)),
  }
}
