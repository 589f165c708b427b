import { useState } from 'react'
import { businessToday } from '#kit/web/settings.ts'
import { type LogView, logViewOf, searchOfLog } from './log-view.ts'

export type LogDraftProps = {
  view: LogView
  onFetch: (part: Pick<LogView, 'filters' | 'range'>) => void
  onReset: () => void
}

/** The filters of the log as they are typed, before they are fetched. */
export function useLogDraft({ view, onFetch, onReset }: LogDraftProps) {
  const [draft, setDraft] = useState(view)
  // Back or a link replaces what is typed; the address that follows from what was fetched does not: by the time it is
  // rendered the next filter may be typed, and sorting leaves the filters as they are.
  const applied = JSON.stringify([view.filters, view.range])
  const [known, setKnown] = useState(applied)
  const [sent, setSent] = useState<string>()
  if (known !== applied) {
    setKnown(applied)
    setSent(undefined)
    if (applied !== sent) setDraft(view)
  }
  return {
    draft,
    setDraft,
    send: () => {
      const { filters, range } = logViewOf(searchOfLog({ ...draft, sort: null }, businessToday()), businessToday())
      setSent(JSON.stringify([filters, range]))
      onFetch({ filters, range })
    },
    reset: () => {
      // Also what was never fetched, and is not in the address.
      const empty = logViewOf({}, businessToday())
      setDraft(empty)
      setSent(JSON.stringify([empty.filters, empty.range]))
      onReset()
    },
  }
}
