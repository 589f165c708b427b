import { useState } from 'react'
import { isReport } from '#features/staging-rows/rules.ts'
import { staging } from '#features/staging/contract.ts'
import type { Draft } from '#features/staging/contract-schemas.ts'
import { messages } from '#features/staging/messages.ts'
import { toastSuccess } from '#kit/web/alerts.ts'
import { call, CallFailed } from '#kit/web/call.ts'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import { refusalsBySn } from './refused-rows.ts'
import { emptySheet } from './sheet-rows.ts'
import { texts } from './texts.ts'
import type { DraftSheetProps } from './draft-sheet-props.ts'
import { type Saving, unsavedCount } from './use-saving.ts'
import type { SheetState } from './use-sheet.ts'

type Props = Pick<DraftSheetProps, 'user' | 'platform' | 'scope' | 'draftId' | 'onSubmitted'>

type Deps = {
  state: SheetState
  saving: Pick<Saving, 'save' | 'inTurn'>
  /** Called when a submission was rejected, or nobody knows yet. */
  onRefused: () => void
}

/** Submitting a draft, and why it was not submitted; a submission whose answer is lost is learnt of from the draft. */
export function useSubmission({ user, platform, scope, draftId, onSubmitted }: Props, deps: Deps) {
  const { grid, latest, apply } = deps.state
  const { save, inTurn } = deps.saving
  const [notice, setNotice] = useState<string>()
  /** A submission was sent whose answer never came. */
  const [isUnanswered, setUnanswered] = useState(false)
  const finish = ({ rows, batch }: { rows: number; batch: string }) => {
    apply(emptySheet)
    toastSuccess(messages.submitted)
    onSubmitted({ rows, batch })
  }
  // What became of a submission without an answer: the draft itself says it.
  const onRead = ({ submittedAt, submittedById, rows, batch }: Draft) => {
    if (!isUnanswered) return
    if (!submittedAt) return setNotice(texts.notSubmittedSoFar)
    setUnanswered(false)
    setNotice(undefined)
    // Rows that were typed meanwhile stay: the heading offers a new draft for them.
    if (submittedById === user.id && batch && unsavedCount(platform, latest()) === 0) finish({ rows, batch })
  }
  const refuse = (error: unknown) => {
    console.warn(error)
    const report = error instanceof CallFailed && isReport(error.answer) ? error.answer : undefined
    setUnanswered(isWithoutAnswer(error) || (isUnanswered && !report))
    if (report) {
      grid.change({ kind: 'refused', refusals: refusalsBySn(platform, report, latest().rows) })
      grid.goToProblem()
    } else setNotice(isWithoutAnswer(error) ? texts.unanswered : texts.notSubmitted(sentenceOf(error)))
    deps.onRefused()
  }
  const [isSubmitting, setSubmitting] = useState(false)
  const saveAndSubmit = async () => {
    setNotice(undefined)
    // Why rows could not be saved stands beside the buttons already.
    if (!(await save()) || unsavedCount(platform, latest()) > 0)
      return setNotice(latest().conflicts.size > 0 ? texts.notSubmitted(texts.undecided) : undefined)
    const rows = latest().known.size
    if (rows === 0) return setNotice(texts.notSubmitted(texts.nothingStaged))
    try {
      const { batch } = await grid.runWork({ kind: 'submitting', rows }, () =>
        inTurn(() => call(staging.submit, { draftId, ...scope })),
      )
      finish({ rows, batch })
    } catch (error) {
      refuse(error)
    }
  }
  /** Submits the rows of this moment: none can be typed until they are saved and submitted, or why not is known. */
  const submit = async () => {
    setSubmitting(true)
    try {
      await saveAndSubmit()
    } finally {
      setSubmitting(false)
    }
  }
  return { notice, isUnanswered, isSubmitting, submit, onRead }
}

/** Whether the server may have carried out the call: nothing came back, or a proxy answered for it. */
const isWithoutAnswer = (error: unknown): boolean =>
  error instanceof CallFailed ? error.status === 502 || error.status === 504 : error instanceof TypeError
