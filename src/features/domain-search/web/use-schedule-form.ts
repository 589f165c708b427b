import { useState } from 'react'
import { domainSearch } from '#features/domain-search/contract.ts'
import { messages } from '#features/domain-search/messages.ts'
import { maxKeywords, readKeywords } from '#features/domain-search/rules.ts'
import { call } from '#kit/web/call.ts'
import { readPlainText } from '#kit/web/read-text-file.ts'
import { useForm } from '#kit/web/use-form.ts'
import { scheduleTexts as texts } from './texts.ts'

/** The form 'Schedule new keywords' (S-094). Errors of the server are shown per field, and reported to `onRefused`. */
export function useScheduleForm({
  onSaved,
  onRefused,
}: {
  onSaved: (message: string) => void
  onRefused: (error: unknown) => void
}) {
  const [fileError, setFileError] = useState<string>()
  const form = useForm({
    begin: { company: '', brand: '', keywords: '' },
    send: ({ company, brand, keywords }) =>
      call(domainSearch.save, {
        company,
        brand,
        keywords: readKeywords(keywords).unreadable.length > 0 ? keywords : readKeywords(keywords).keywords,
      }),
    onSaved: (answer) => onSaved((answer as { message: string }).message),
    onRefused,
  })
  const read = readKeywords(form.values.keywords)
  const count = read.keywords.length
  const [first] = read.unreadable
  return {
    ...form,
    count,
    fileError,
    /** What is wrong with the keywords, before they are sent. */
    problem: first
      ? messages.keywordNotValid(first.line, first.text)
      : count > maxKeywords
        ? texts.tooMany(count)
        : undefined,
    /** Adds the lines of a text file; what is no text is refused (S-166, S-167). */
    addFile: async (file: File) => {
      setFileError(undefined)
      if (!isPlainText(file)) return setFileError(texts.wrongFile)
      const { text, refusal } = await readPlainText(file, texts.unreadableFile)
      if (text === undefined) return setFileError(refusal)
      form.set('keywords', (now) => (now.trim() === '' ? text.trim() : `${now.trimEnd()}\n${text.trim()}`))
    },
  }
}

const isPlainText = ({ name, type }: File): boolean => type === 'text/plain' || (type === '' && /\.txt$/i.test(name))
