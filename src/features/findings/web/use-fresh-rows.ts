import { useCallbackRef, useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { findings } from '#features/findings/contract.ts'
import { maxRefreshed } from '#features/findings/contract-schemas.ts'
import { call } from '#kit/web/call.ts'
import { chunksOf } from '#kit/web/chunks-of.ts'
import type { List } from '#kit/web/use-list.ts'
import type { FindingPlatform } from '#vocabulary/platform-names.ts'
import type { Finding } from './finding.ts'
import { type FindingChange, watchFindingChanges } from './finding-changes.ts'
import { ownDecisions } from './own-decisions.ts'

/** Rows read again after a change of unknown extent: those a person has most likely before the eyes. */
const maxAtOnce = 5 * maxRefreshed
/** Changes of the same moment are gathered. */
const gatherMilliseconds = 400
/** How long a changed row is marked. */
const markedMilliseconds = 2500

type FreshRows = {
  /** The finding the person is on, as it is stored by now, when that has another status than the screen shows. */
  newer: Finding | undefined
  /** Shows it: the person has read of it and closes the finding. */
  release: () => void
  /** Forgets it: the person has decided on the finding, or the answer said what is stored. */
  settle: (id: string) => void
  /** A decision of the person on a finding is sent, and answered: rows that were read before that are read again. */
  begin: (id: string) => void
  end: (id: string) => void
}

/**
 * Shows changes that another tab or person made, in the rows on the screen and without moving them: a row that no longer
 * matches the filters stays where it is until the list is loaded again. Changed rows are marked for a moment. The
 * status, which a click or a key would change, stays as it is where the person is: under the pointer until it leaves,
 * and of the finding `at`, which is open or has the keyboard, until the person moves on. `platformOf` is for lists of
 * several platforms.
 */
export function useFreshRows(
  platform: FindingPlatform,
  list: Pick<List<Finding>, 'rows' | 'change' | 'state' | 'growing'>,
  {
    at,
    platformOf,
  }: {
    at?: string | undefined
    platformOf?: ((id: string) => FindingPlatform | undefined) | undefined
  } = {},
): FreshRows {
  const platformAt = (id: string) => platformOf?.(id) ?? platform
  const { newer, show, forget } = useLatestStatus(list, at)
  const { readAgain, begin, end } = useGatheredReading(platformAt, show)
  useReportedChanges({
    // An answer that is on its way may be older than a change that is reported before it comes.
    isLoading: list.growing || list.state === 'first' || list.state === 'reloading',
    isHere: (on) => on === platform || platformOf !== undefined,
    onChange: ({ ids }) => {
      const changed = new Set(ids)
      readAgain(list.rows.filter(({ id }) => changed.size === 0 || changed.has(id)))
    },
  })
  const release = useCallbackRef(() => {
    if (!newer) return
    forget(newer.id)
    list.change(newer.id, (old) => ({ ...old, ...newer }))
  })
  return { newer, release, settle: useCallbackRef(forget), begin, end }
}

/** Shows rows as they are stored now, but not a new status where the person is. */
function useLatestStatus(list: Pick<List<Finding>, 'rows' | 'change'>, at: string | undefined) {
  const [newer, setNewer] = useState<Finding>()
  const current = useRef({ ...list, at })
  useEffect(() => {
    current.current = { ...list, at }
  })
  const again = useRef<(row: Finding) => void>(undefined)
  const show = useCallbackRef((row: Finding) => {
    const { rows, change, at: here } = current.current
    const before = rows.find(({ id }) => id === row.id)
    if (row.id === here) setNewer(before && before.status !== row.status ? row : undefined)
    if (!before || !isChanged(before, row)) return
    const waits = before.status !== row.status && (row.id === here || whenLeft(row.id, () => again.current?.(row)))
    // A view of a platform may have added to the row.
    change(row.id, (old) => ({ ...old, ...row, ...(waits ? { status: old.status } : {}) }))
    mark(row.id)
  })
  useEffect(() => {
    again.current = show
  })
  // The person has moved on from it.
  const [left, setLeft] = useState<Finding>()
  if (newer && newer.id !== at) {
    setLeft(newer)
    setNewer(undefined)
  }
  useEffect(() => {
    if (left) show(left)
  }, [left, show])
  return { newer, show, forget: (id: string) => setNewer((now) => (now?.id === id ? undefined : now)) }
}

/**
 * Returns what reads rows again; those of the same moment are read together. Rows that may be older than a decision of the
 * person are not shown: somebody else would seem to have undone it.
 */
function useGatheredReading(platformAt: (id: string) => FindingPlatform, show: (row: Finding) => void) {
  const waiting = useRef(new Set<string>())
  const [decisions] = useState(() => ownDecisions(() => performance.now()))
  const read = useDebouncedCallback(async () => {
    try {
      // What may be older than a decision that was answered meanwhile is read once more.
      do {
        const ids = [...waiting.current].slice(0, maxAtOnce)
        waiting.current = new Set()
        for (const [on, same] of Map.groupBy(ids, platformAt))
          for (const part of chunksOf(same, maxRefreshed)) {
            const requestedAt = performance.now()
            const { docs } = await call(findings[on].rows, { ids: part.join(',') })
            for (const row of docs)
              if (decisions.isOlder(row.id, requestedAt)) waiting.current.add(row.id)
              else show(row)
          }
      } while ([...waiting.current].some((id) => !decisions.isRunning(id)))
    } catch (error) {
      console.error('Changed rows could not be loaded:', error)
    }
  }, gatherMilliseconds)
  return {
    readAgain: (rows: readonly Finding[]) => {
      for (const { id } of rows) waiting.current.add(id)
      if (rows.length > 0) read()
    },
    begin: useCallbackRef(decisions.begin),
    end: useCallbackRef((id: string) => {
      decisions.end(id)
      if (waiting.current.has(id)) read()
    }),
  }
}

type ReportedChanges = {
  isLoading: boolean
  /** Whether the list may have findings of a platform. */
  isHere: (platform: string) => boolean
  onChange: (change: FindingChange) => void
}

/**
 * Calls `onChange` for each change that is reported; for one that was reported while rows were loading again when they
 * are there.
 */
function useReportedChanges({ isLoading, isHere, onChange }: ReportedChanges): void {
  const duringLoad = useRef<FindingChange[]>([])
  const readAgain = useEffectEvent(onChange)
  const report = useEffectEvent((change: FindingChange) => {
    if (change.platform !== undefined && !isHere(change.platform)) return
    // It is not older than the stream that just opened.
    if (isLoading && change.platform !== undefined) duringLoad.current.push(change)
    onChange(change)
  })
  useEffect(() => watchFindingChanges((change) => report(change)), [])
  useEffect(() => {
    if (isLoading) return
    for (const change of duringLoad.current.splice(0)) readAgain(change)
  }, [isLoading])
}

/** Links to pictures are signed anew each time, which is no change. */
function isChanged(before: Finding, now: Finding): boolean {
  return Object.keys(now).some(
    (name) => name !== 'imageUrl' && JSON.stringify(before[name]) !== JSON.stringify(now[name]),
  )
}

/** Calls `then` when the pointer leaves the row or its card; false when it is not there. */
function whenLeft(id: string, then: () => void): boolean {
  const under = document.querySelector(`[data-row="${id}"]:hover`)
  under?.addEventListener('pointerleave', then, { once: true })
  return under !== null
}

function mark(id: string): void {
  for (const row of document.querySelectorAll(`[data-row="${id}"]`)) {
    row.setAttribute('data-fresh', '')
    setTimeout(() => row.removeAttribute('data-fresh'), markedMilliseconds)
  }
}
