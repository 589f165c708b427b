import { type RefObject, startTransition, useEffect, useRef, useState } from 'react'

type Size = { width: number; height: number }

/**
 * The size of an element in pixels, undefined before it is known. Its changes are transitions: what depends on them is
 * drawn after everything more urgent, a few milliseconds at a time.
 */
export function useElementSize(): [box: RefObject<HTMLDivElement | null>, size: Size | undefined] {
  const box = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState<Size>()
  useEffect(() => {
    const element = box.current
    if (!element) return undefined
    const observer = new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: height } = element
      if (width === 0 || height === 0) return
      startTransition(() => setSize((old) => (old?.width === width && old.height === height ? old : { width, height })))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [box, size]
}
