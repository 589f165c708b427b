import { useMutation } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { nothingChosen, type StaffScope } from '#features/brands/web/staff-scope.ts'
import { duplicateCheck } from '#features/duplicate-check/contract.ts'
import { refuseLines } from '#features/duplicate-check/messages.ts'
import type { CallOutput } from '#kit/contract/endpoint.ts'
import { toastError } from '#kit/web/alerts.ts'
import { call, CallFailed } from '#kit/web/call.ts'
import { readChosenText } from '#kit/web/read-text-file.ts'
import { useTemporaryState } from '#kit/web/use-temporary-state.ts'
import { highlightMilliseconds, texts } from './texts.ts'

export type CheckResult = CallOutput<typeof duplicateCheck.check>
export type Field = 'company' | 'content' | 'platform'

/** A file that is larger is not read: no list of addresses is. Lines that are too many or too long have their own message. */
const maxBytes = 50_000_000

/** The lines of a text without blank ones; any kind of line end. */
const linesOf = (text: string): string[] => text.split(/[\r\n\u2028\u2029]+/).filter((line) => line.trim() !== '')

/** Why lines cannot be checked; none is missing, not wrong. */
const whyNot = (lines: readonly string[]) => (lines.length === 0 ? undefined : refuseLines(lines))

const checkLines = (scope: StaffScope, lines: string[]): Promise<CheckResult> =>
  call(duplicateCheck.check, {
    company: scope.companyId!,
    brand: scope.brandId ?? '',
    platform: scope.platform!,
    urls: lines,
  })

/** The form of the duplicate check and its result; the result goes when something it depends on changes. */
export function useDuplicateCheck() {
  const [scope, setScope] = useState<StaffScope>(nothingChosen)
  const [content, setContent] = useState('')
  const [missing, setMissing] = useTemporaryState<Field | undefined>(undefined, highlightMilliseconds)
  const lines = useMemo(() => linesOf(content), [content])
  const problem = useMemo(() => whyNot(lines), [lines])
  /** Why a text was not taken as content. */
  const [notTaken, setNotTaken] = useTemporaryState<string | undefined>(undefined, highlightMilliseconds)
  const mutation = useMutation<CheckResult>({
    mutationFn: () => checkLines(scope, lines),
    onError: (problem) => toastError(problem instanceof CallFailed ? problem.message : texts.unreachable),
  })
  const change =
    <Value>(set: (value: Value) => void) =>
    (value: Value) => {
      set(value)
      setMissing(undefined)
      setNotTaken(undefined)
      mutation.reset()
    }
  const refuse = (field: Field) => {
    setMissing(field)
    toastError(texts.missing[field])
  }
  const changeContent = change(setContent)
  /** Whether a text may become content. Megabytes in a line would stop the page while the browser draws them. */
  const takes = (text: string): boolean => {
    const reason = whyNot(linesOf(text))
    if (reason === undefined) return true
    setNotTaken(reason)
    toastError(reason)
    return false
  }
  return {
    scope,
    content,
    lines,
    problem: problem ?? notTaken,
    missing,
    result: mutation.data,
    isChecking: mutation.isPending,
    changeScope: change(setScope),
    changeContent,
    takes,
    /** Reads a text file into the content; what is no text is refused. */
    readFile: async (file: File) => {
      const { text, refusal } = await readChosenText(file, texts.badFile, maxBytes)
      if (text === undefined) toastError(refusal)
      else if (takes(text)) changeContent(text)
    },
    /** Checks company, content, platform in this order (G92), then asks the server. */
    check: () => {
      if (!scope.companyId) return refuse('company')
      if (lines.length === 0) return refuse('content')
      if (problem !== undefined) return toastError(problem)
      if (!scope.platform) return refuse('platform')
      mutation.mutate()
    },
  }
}

export type DuplicateCheckForm = ReturnType<typeof useDuplicateCheck>
