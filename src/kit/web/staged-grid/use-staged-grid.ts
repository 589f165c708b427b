import { useCallback, useReducer, useState } from 'react'
import type { GridRows, ProblemTarget, ProblemsOf } from '#kit/web/EditableGrid-rows.ts'
import { useTemporaryState } from '#kit/web/use-temporary-state.ts'
import { changeStaged, noStagedRows, type StagedChange, type StagedRows } from './staged-rows.ts'
import { type Problems, useProblems } from './use-problems.ts'
import { useWork, type WorkRunner } from './use-work.ts'

/** How long messages about staged rows are shown, in milliseconds (S-289). */
export const messageTime = 3_000

/** Errors of the fields above the sheet, by the field's name. */
export type FieldErrors = Readonly<Record<string, string>>

export type StagedGrid<Work> = StagedRows &
  WorkRunner<Work> & {
    problems: Problems
    change: (change: StagedChange) => void
    setRows: (rows: GridRows) => void
    setChosen: (chosen: ReadonlySet<number>) => void
    errors: FieldErrors
    setErrors: (errors: FieldErrors) => void
    /** What the server rejected, in one sentence. */
    summary: string
    setSummary: (summary: string) => void
    /** For the grid: the problem to go to. `goToProblem` leads to the first one, or the first one of a column. */
    target: ProblemTarget | undefined
    goToProblem: (column?: string) => void
    /** Empties the sheet. */
    clear: () => void
  }

/**
 * The sheet of a screen where rows are prepared before they are saved: its rows, their problems (those found by `check`
 * and those the server reported), the selection, messages, and long-running work with its progress. `useDraft` stores
 * the rows in the browser; EditableGrid has undo.
 */
export function useStagedGrid<Work>(check: ProblemsOf | undefined): StagedGrid<Work> {
  const [staged, change] = useReducer(changeStaged, noStagedRows)
  const problems = useProblems(check, staged.rows, staged.refusals)
  const running = useWork<Work>()
  const [errors, setErrors] = useTemporaryState<FieldErrors>({}, messageTime)
  const [summary, setSummary] = useTemporaryState('', messageTime)
  const [target, setTarget] = useState<ProblemTarget>()
  const goToProblem = useCallback((column?: string) => setTarget({ column }), [])
  const setRows = useCallback((rows: GridRows) => change({ kind: 'edited', rows }), [])
  const setChosen = useCallback((chosen: ReadonlySet<number>) => change({ kind: 'chosen', chosen }), [])
  const clear = useCallback(() => {
    change({ kind: 'loaded', rows: [] })
    setSummary('')
    setTarget(undefined)
  }, [setSummary])
  return {
    ...staged,
    ...running,
    problems,
    change,
    setRows,
    setChosen,
    errors,
    setErrors,
    summary,
    setSummary,
    target,
    goToProblem,
    clear,
  }
}
