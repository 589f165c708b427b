import { useState } from 'react'
import { bytesPerFile } from '#features/files/contract.ts'
import { fileTooLarge } from '#features/files/messages.ts'
import type { purchaseFiles } from '#features/purchases/contract.ts'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import { uploadFile } from '#kit/web/upload-file.ts'

type Sending = {
  endpoint: (typeof purchaseFiles)[keyof typeof purchaseFiles]
  accepts: (file: File) => boolean
  /** What is said of a file that is not accepted. */
  refusal: string
  /** Gets the link of each file that arrived. */
  onStored: (links: string[]) => void
}

/** Sends chosen files one after the other; the first that is refused ends it and is told, those before it stay. */
export function useSending({ endpoint, accepts, refusal, onStored }: Sending) {
  const [share, setShare] = useState<number>()
  const [problem, setProblem] = useState('')
  const send = async (chosen: readonly File[]) => {
    setProblem('')
    const links: string[] = []
    try {
      for (const [n, file] of chosen.entries()) {
        if (!accepts(file)) return setProblem(refusal)
        if (file.size > bytesPerFile) return setProblem(fileTooLarge(file.name))
        const onProgress = (part: number) => setShare((n + part) / chosen.length)
        onProgress(0)
        const { ResponseData } = await uploadFile(endpoint, file, { onProgress })
        links.push(...ResponseData.map(({ Location }) => Location))
      }
    } catch (error) {
      setProblem(sentenceOf(error))
    } finally {
      setShare(undefined)
      if (links.length > 0) onStored(links)
    }
  }
  return { share, problem, send }
}
