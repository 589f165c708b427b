/** The part of a tar-stream that is waited for: streamx, whose streams are not those of Node. */
type TarStream = {
  destroying: boolean
  on: (event: string, listener: (...problem: unknown[]) => void) => unknown
  off: (event: string, listener: (...problem: unknown[]) => void) => unknown
}

/** Waits for an event of a tar stream; rejects when the stream ends without it, which otherwise nobody would notice. */
export function eventOf(stream: TarStream, event: 'drain' | 'finish'): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (problem?: unknown) => {
      stream.off(event, onEvent)
      stream.off('error', settle)
      stream.off('close', onClose)
      if (problem) reject(problem as Error)
      else resolve()
    }
    const onEvent = () => settle()
    const onClose = () => settle(new Error('The tar stream was closed'))
    if (stream.destroying && event === 'drain') return onClose()
    stream.on(event, onEvent)
    stream.on('error', settle)
    stream.on('close', onClose)
  })
}
