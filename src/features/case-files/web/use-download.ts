import { useEffect, useRef, useState } from 'react'
import { type CaseFile, caseFiles, fileNameOf, nameOfDay } from '#features/case-files/contract.ts'
import { toastError } from '#kit/web/alerts.ts'
import { addressOf } from '#kit/web/call.ts'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import { fetchFile, saveFile } from '#kit/web/fetch-file.ts'

/** Time limit for a large file on a slow line, in seconds; progress is shown, and leaving cancels it. */
const patienceSeconds = 1800

export type Part = 'zip' | 'pdf' | 'proof'

/** Downloads of finished case files. */
export function useDownload(): { bytes: number | undefined; download: (file: CaseFile, part: Part) => void } {
  const { bytes, load } = useFileDownload()
  const download = (file: CaseFile, part: Part) =>
    load(addressOf(caseFiles.download, { id: file.id, part }).url, fileNameOf(file, part))
  return { bytes, download }
}

/** Downloads of the lists of days. */
export function useDayDownload(): { bytes: number | undefined; download: (day: string) => void } {
  const { bytes, load } = useFileDownload()
  return { bytes, download: (day) => load(addressOf(caseFiles.dayDownload, { day }).url, nameOfDay(day)) }
}

/** One download at a time; `bytes` received so far while one is running. Unmounting cancels the download. */
function useFileDownload(): { bytes: number | undefined; load: (url: string, name: string) => void } {
  const [bytes, setBytes] = useState<number>()
  const stop = useRef<AbortController>(undefined)
  useEffect(() => () => stop.current?.abort(), [])
  const load = async (url: string, name: string) => {
    const stopper = new AbortController()
    stop.current = stopper
    setBytes(0)
    try {
      const waiting = { seconds: patienceSeconds, signal: stopper.signal, onBytes: setBytes }
      saveFile(await fetchFile(url, waiting), name)
    } catch (error) {
      if (!stopper.signal.aborted) toastError(sentenceOf(error))
    } finally {
      setBytes(undefined)
    }
  }
  return { bytes, load: (url, name) => void load(url, name) }
}
