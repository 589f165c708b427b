import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { nothingChosen, type StaffScope } from '#features/brands/web/staff-scope.ts'
import { duplicateCheck } from '#features/duplicate-check/contract.ts'
import type { CallOutput } from '#kit/contract/endpoint.ts'
import { toastError } from '#kit/web/alerts.ts'
import { call, CallFailed } from '#kit/web/call.ts'
import { readTextFile } from '#kit/web/read-text-file.ts'
import { useTemporaryState } from '#kit/web/use-temporary-state.ts'
import { highlightMilliseconds, texts } from './texts.ts'

export type CheckResult = CallOutput<typeof duplicateCheck.check>
export type Field = 'company' | 'content' | 'platform'

/** The lines of a text without blank ones; any kind of line end. */
export const linesOf = (text: string): string[] =>
  text.split(/[\r\n\u2028\u2029]+/).filter((line) => line.trim() !== '')

/** The form of the duplicate check and its result; the result goes when something it depends on changes. */
export function useDuplicateCheck() {
  const [scope, setScope] = useState<StaffScope>(nothingChosen)
  const [content, setContent] = useState('')
  const [missing, setMissing] = useTemporaryState<Field | undefined>(undefined, highlightMilliseconds)
  const mutation = useMutation<CheckResult>({
    mutationFn: () =>
      call(duplicateCheck.check, {
        company: scope.companyId!,
        brand: scope.brandId ?? '',
        platform: scope.platform!,
        urls: linesOf(content),
      }),
    onError: (problem) => toastError(problem instanceof CallFailed ? problem.message : texts.unreachable),
  })
  const change =
    <Value>(set: (value: Value) => void) =>
    (value: Value) => {
      set(value)
      setMissing(undefined)
      mutation.reset()
    }
  const refuse = (field: Field) => {
    setMissing(field)
    toastError(texts.missing[field])
  }
  const changeContent = change(setContent)
  return {
    scope,
    content,
    missing,
    result: mutation.data,
    isChecking: mutation.isPending,
    changeScope: change(setScope),
    changeContent,
    /** Reads a text file into the content; what is no text is refused. */
    readFile: async (file: File) => {
      const text = isNamedText(file) ? await readTextFile(file) : undefined
      if (text === undefined) toastError(texts.badFile)
      else changeContent(text)
    },
    /** Checks company, content, platform in this order (G92), then asks the server. */
    check: () => {
      if (!scope.companyId) return refuse('company')
      if (linesOf(content).length === 0) return refuse('content')
      if (!scope.platform) return refuse('platform')
      mutation.mutate()
    },
  }
}

const isNamedText = ({ name, type }: File) => /\.txt$/i.test(name) && (type === '' || type === 'text/plain')

export type DuplicateCheckForm = ReturnType<typeof useDuplicateCheck>
