import { useState } from 'react'
import { useVanishing } from './use-vanishing.ts'

type Sending<Stored> = {
  /** Why a file is not sent at all; nothing for one that is. */
  refusalOf: (file: File) => string | undefined | Promise<string | undefined>
  /** Sends one file, telling how far it is from 0 to 1, and answers what is kept of it. */
  send: (file: File, onProgress: (share: number) => void) => Promise<readonly Stored[]>
  /** What is said of what `send` rejects with. */
  failureOf: (problem: unknown) => string
  /** Gets what is kept of the files that arrived. */
  onStored: (stored: Stored[]) => void
  /** How long a problem stands; without it until the next choice. */
  milliseconds?: number
}

/** Sends chosen files one after the other; the first that is refused ends it and is told, those before it stay. */
export function useFileSending<Stored>({ refusalOf, send, failureOf, onStored, milliseconds }: Sending<Stored>) {
  const [share, setShare] = useState<number>()
  const [problem, setProblem] = useVanishing('', milliseconds)
  const take = async (chosen: readonly File[]) => {
    if (chosen.length === 0) return
    setProblem('')
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
    }
  }
  return { share, problem, take }
}
