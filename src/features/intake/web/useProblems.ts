import { useCallback, useEffect, useMemo, useState } from 'react'
import type { CellProblem } from '#columns/column.ts'
import type { GridRow, GridRows, ProblemsOf } from '#kit/web/EditableGrid-rows.ts'
import { type Refusals, standing } from './refusals.ts'

/** Milliseconds of checking between two turns of the page. */
const slice = 8

export type Problems = {
  problemsOf: ProblemsOf
  /** Rows with something wrong, of those checked so far. */
  wrong: number
  checked: number
}

/**
 * What is wrong with each row: what its own cells say and what the server said. Each row is checked once; the whole sheet
 * in slices, so that typing never waits. `check` says what a row's own cells say; a new one begins with an empty memory.
 */
export function useProblems(check: ProblemsOf | undefined, rows: GridRows, refusals: Refusals): Problems {
  // A new rule set makes every earlier answer stale, so it begins with an empty memory.
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
    let told = 0
    const go = () => {
      at = checkSome(at.next, at.wrong)
      const isOver = at.next >= rows.length
      if (isOver || performance.now() - told > 200) {
        told = performance.now()
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

/** Answers the same array for the same row, worked out once. */
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
