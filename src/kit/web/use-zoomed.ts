import { useSyncExternalStore } from 'react'

/** Whether the person has enlarged the page with two fingers. */
export const useZoomed = (): boolean => useSyncExternalStore(watchZoom, isZoomedNow, () => false)

const isZoomedNow = (): boolean => (window.visualViewport?.scale ?? 1) > 1

function watchZoom(listener: () => void): () => void {
  const { visualViewport } = window
  visualViewport?.addEventListener('resize', listener)
  return () => visualViewport?.removeEventListener('resize', listener)
}
