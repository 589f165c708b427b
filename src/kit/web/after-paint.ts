/** A frame is painted sooner; in a tab that is not seen, none is. */
const longestFrame = 100

/** Resolves once the next frame has been painted, so that what is shown is not kept by what is sent. */
export function whenPainted(): Promise<void> {
  return new Promise((resolve) => {
    const cancel = afterPaint(resolve)
    setTimeout(() => {
      cancel()
      resolve()
    }, longestFrame)
  })
}

/** Runs `work` once the next frame has been painted, and so many milliseconds later; returns how to prevent it. */
export function afterPaint(work: () => void, milliseconds = 0): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  // The frame's callbacks run before it is painted, the timer after it.
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(work, milliseconds)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}
