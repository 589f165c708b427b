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
