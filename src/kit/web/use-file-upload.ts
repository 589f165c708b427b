import { useContext, useState } from 'react'
import { BlockSave } from './block-save.ts'
import { useTemporaryState } from './use-temporary-state.ts'

type FileUploadOptions<Stored> = {
  /** Why the chosen files are rejected together, such as their number, before anything is sent. */
  refusalOfAll?: (files: readonly File[]) => string | undefined
  /** Why a file is rejected before sending; undefined when it is accepted. */
  refusalOf: (file: File) => string | undefined | Promise<string | undefined>
  /** Sends one file, reporting the progress from 0 to 1; resolves with what was stored of it. */
  send: (file: File, onProgress: (share: number) => void) => Promise<readonly Stored[]>
  /** Message for an error of `send`. */
  failureOf: (problem: unknown) => string
  /** Called with what was stored of the uploaded files. */
  onStored: (stored: Stored[]) => void
  /** How long a problem is shown, in milliseconds; by default until the next upload. */
  milliseconds?: number
}

/** Uploads files one after the other; stops and shows the problem at the first rejected one, earlier files stay. */
export function useFileUpload<Stored>({
  refusalOfAll,
  refusalOf,
  send,
  failureOf,
  onStored,
  milliseconds,
}: FileUploadOptions<Stored>) {
  const blockSave = useContext(BlockSave)
  const [share, setShare] = useState<number>()
  const [problem, setProblem] = useTemporaryState('', milliseconds)
  const upload = async (chosen: readonly File[]) => {
    if (chosen.length === 0) return
    const refusalOfChosen = refusalOfAll?.(chosen) ?? ''
    setProblem(refusalOfChosen)
    if (refusalOfChosen) return
    const release = blockSave()
    const stored: Stored[] = []
    try {
      for (const [n, file] of chosen.entries()) {
        const refusal = await refusalOf(file)
        if (refusal) return setProblem(refusal)
        const onProgress = (part: number) => setShare((n + part) / chosen.length)
        onProgress(0)
        stored.push(...(await send(file, onProgress)))
      }
    } catch (failure) {
      setProblem(failureOf(failure))
    } finally {
      setShare(undefined)
      if (stored.length > 0) onStored(stored)
      release()
    }
  }
  return { share, problem, forgetProblem: () => setProblem(''), upload }
}
