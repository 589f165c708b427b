import { useCallback, useEffect, useMemo, useState } from 'react'
import type { CellProblem } from '#columns/column.ts'
import type { GridRow, GridRows, ProblemsOf } from '#kit/web/EditableGrid-rows.ts'
import { type Refusals, standing } from './refusals.ts'

/** Milliseconds of checking before the page may render again. */
const slice = 8

export type Problems = {
  problemsOf: ProblemsOf
  /** Number of rows with errors, of those checked so far. */
  wrong: number
  checked: number
}

/**
 * The problems of each row: those found by `check` and those reported by the server. Each row is checked once and the
 * sheet in slices, so that typing never waits. A new `check` function discards all cached results.
 */
export function useProblems(check: ProblemsOf | undefined, rows: GridRows, refusals: Refusals): Problems {
  // New rules make every cached result stale.
  const problemsOf = useMemo(() => remembering(check, refusals), [check, refusals])

  const [tally, setTally] = useState({ wrong: 0, checked: 0 })
  const checkSome = useCallback(
    (from: number, wrongBefore: number): { next: number; wrong: number } => {
      const until = performance.now() + slice
      let wrong = wrongBefore
      let next = from
      while (next < rows.length && (next % 64 !== 0 || performance.now() < until || next === from)) {
        if (problemsOf(rows[next]!).length > 0) wrong++
        next++
      }
      return { next, wrong }
    },
    [rows, problemsOf],
  )
  useEffect(() => {
    let at = { next: 0, wrong: 0 }
    let waiting: ReturnType<typeof setTimeout>
    let lastUpdate = 0
    const go = () => {
      at = checkSome(at.next, at.wrong)
      const isOver = at.next >= rows.length
      if (isOver || performance.now() - lastUpdate > 200) {
        lastUpdate = performance.now()
        setTally({ wrong: at.wrong, checked: at.next })
      }
      if (!isOver) waiting = setTimeout(go)
    }
    waiting = setTimeout(go)
    return () => clearTimeout(waiting)
  }, [checkSome, rows])
  return { problemsOf, ...tally }
}

const none: readonly CellProblem[] = []

/** Caches the problems of a row, so that the same row always gives the same array. */
function remembering(check: ProblemsOf | undefined, refusals: Refusals): ProblemsOf {
  const known = new WeakMap<GridRow, readonly CellProblem[]>()
  return (row) => {
    const before = known.get(row)
    if (before) return before
    const own = check?.(row) ?? none
    const refused = standing(refusals, row).filter(
      (one) => !own.some((other) => other.column === one.column && other.message === one.message),
    )
    const found = refused.length > 0 ? [...own, ...refused] : own
    known.set(row, found)
    return found
  }
}
