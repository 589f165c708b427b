import { useEffect, useRef, useState } from 'react'
import { type CaseFile, caseFiles, fileNameOf } from '#features/case-files/contract.ts'
import { toastError } from '#kit/web/alerts.ts'
import { addressOf } from '#kit/web/call.ts'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import { fetchFile, saveFile } from '#kit/web/fetch-file.ts'

/** Time limit for a large file on a slow line, in seconds; progress is shown, and leaving cancels it. */
const patienceSeconds = 1800

export type Part = 'zip' | 'pdf' | 'proof'

/** Downloads a finished file; `bytes` received so far while one is running. Unmounting cancels the download. */
export function useDownload(): { bytes: number | undefined; download: (file: CaseFile, part: Part) => void } {
  const [bytes, setBytes] = useState<number>()
  const stop = useRef<AbortController>(undefined)
  useEffect(() => () => stop.current?.abort(), [])
  const load = async (file: CaseFile, part: Part) => {
    const stopper = new AbortController()
    stop.current = stopper
    setBytes(0)
    try {
      const { url } = addressOf(caseFiles.download, { id: file.id, part })
      const waiting = { seconds: patienceSeconds, signal: stopper.signal, onBytes: setBytes }
      saveFile(await fetchFile(url, waiting), fileNameOf(file, part))
    } catch (error) {
      if (!stopper.signal.aborted) toastError(sentenceOf(error))
    } finally {
      setBytes(undefined)
    }
  }
  return { bytes, download: (file, part) => void load(file, part) }
}
