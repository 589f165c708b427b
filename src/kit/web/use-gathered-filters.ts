import { useDebouncedCallback } from '@mantine/hooks'
import { startTransition, useEffect, useRef, useState } from 'react'
import { delays } from './delays.ts'
import type { FilterTexts } from './filter-fields.ts'
import { withFilter } from './page-view.ts'

/** The filters as they are shown, and how to change them. */
type GatheredFilters = {
  texts: FilterTexts
  /** Changes one filter; applied with the others a second after the last change. An empty text removes it. */
  change: (name: string, text: string) => void
  /** Changes one filter and applies it at once, with those that wait. */
  changeNow: (name: string, text: string) => void
  clear: () => void
}

/** Gathers changes of filters (C-337): they are shown at once and applied together, so that three ticks make one call. */
export function useGatheredFilters(applied: FilterTexts, apply: (texts: FilterTexts) => void): GatheredFilters {
  const [texts, setTexts] = useState(applied)
  // The next change may come before the next rendering.
  const latest = useRef(applied)
  const [applications, setApplications] = useState(0)
  const seenApplications = useRef(0)
  /** What was applied last, and whether a filter was changed since. */
  const sent = useRef<string>(undefined)
  const isWaiting = useRef(false)
  const set = (next: FilterTexts) => {
    latest.current = next
    isWaiting.current = true
    setTexts(next)
  }
  const applyLatest = () => {
    sent.current = JSON.stringify(latest.current)
    isWaiting.current = false
    apply(latest.current)
    startTransition(() => setApplications((count) => count + 1))
  }
  const applyLater = useDebouncedCallback(applyLatest, delays.fetch)
  const applyNow = () => {
    applyLater.cancel()
    applyLatest()
  }
  const appliedJson = JSON.stringify(applied)
  // The list decides what was applied: after an application (a platform's default may remain), after Back or a saved
  // view, which replaces what still waits.
  useEffect(() => {
    const isOwn = appliedJson === sent.current || applications !== seenApplications.current
    seenApplications.current = applications
    // A filter changed between the application and this rendering is applied a second later, with the others.
    if (isOwn && isWaiting.current) return
    if (!isOwn) sent.current = undefined
    isWaiting.current = false
    latest.current = JSON.parse(appliedJson) as FilterTexts
    setTexts((shown) => (JSON.stringify(shown) === appliedJson ? shown : latest.current))
    applyLater.cancel()
  }, [appliedJson, applications, applyLater])

  return {
    texts,
    change: (name, text) => {
      set(withFilter(latest.current, name, text))
      applyLater()
    },
    changeNow: (name, text) => {
      set(withFilter(latest.current, name, text))
      applyNow()
    },
    clear: () => {
      set({})
      applyNow()
    },
  }
}
