import { useCallback, useEffect, useMemo, useState } from 'react'
import type { CellProblem } from '#columns/column.ts'
import type { GridRow, GridRows, ProblemsOf } from '#kit/web/EditableGrid-rows.ts'
import { type Refusals, currentRefusals } from './staged-rows.ts'

/** Milliseconds of checking before the page may render again. */
const sliceMs = 8

export type Problems = {
  problemsOf: ProblemsOf
  /** Those found by `check` alone, without what the server reported. */
  ownProblemsOf: ProblemsOf
  /** Number of rows with errors, of those checked so far. */
  errorRows: number
  checked: number
}

/**
 * The problems of each row: those found by `check` and those reported by the server. Each row is checked once and the
 * sheet in slices, so that typing never waits. A new `check` function discards all cached results.
 */
export function useProblems(check: ProblemsOf | undefined, rows: GridRows, refusals: Refusals): Problems {
  // New rules make every cached result stale.
  const ownProblemsOf = useMemo(() => cached((row) => check?.(row) ?? noProblems), [check])
  const problemsOf = useMemo(
    () => cached((row) => withRefusals(ownProblemsOf(row), refusals, row)),
    [ownProblemsOf, refusals],
  )

  const [tally, setTally] = useState({ errorRows: 0, checked: 0 })
  const checkSlice = useCallback(
    (from: number, errorRowsBefore: number): { next: number; errorRows: number } => {
      const deadline = performance.now() + sliceMs
      let errorRows = errorRowsBefore
      let next = from
      while (next < rows.length && (next % 64 !== 0 || performance.now() < deadline || next === from)) {
        if (problemsOf(rows[next]!).length > 0) errorRows++
        next++
      }
      return { next, errorRows }
    },
    [rows, problemsOf],
  )
  useEffect(() => {
    let progress = { next: 0, errorRows: 0 }
    let timer: ReturnType<typeof setTimeout>
    let lastUpdate = 0
    const runSlice = () => {
      progress = checkSlice(progress.next, progress.errorRows)
      const isDone = progress.next >= rows.length
      if (isDone || performance.now() - lastUpdate > 200) {
        lastUpdate = performance.now()
        setTally({ errorRows: progress.errorRows, checked: progress.next })
      }
      if (!isDone) timer = setTimeout(runSlice)
    }
    timer = setTimeout(runSlice)
    return () => clearTimeout(timer)
  }, [checkSlice, rows])
  return { problemsOf, ownProblemsOf, ...tally }
}

const noProblems: readonly CellProblem[] = []

/** The problems of a row and what the server reported about its present cells, each once. */
function withRefusals(own: readonly CellProblem[], refusals: Refusals, row: GridRow): readonly CellProblem[] {
  const refused = currentRefusals(refusals, row).filter(
    (one) => !own.some((other) => other.column === one.column && other.message === one.message),
  )
  return refused.length > 0 ? [...own, ...refused] : own
}

/** Caches the problems of a row, so that the same row always gives the same array. */
function cached(find: ProblemsOf): ProblemsOf {
  const known = new WeakMap<GridRow, readonly CellProblem[]>()
  return (row) => {
    const before = known.get(row)
    if (before) return before
    const found = find(row)
    known.set(row, found)
    return found
  }
}
