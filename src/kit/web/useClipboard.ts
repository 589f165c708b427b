import { type RefObject, useEffect, useEffectEvent } from 'react'

type Deeds = Record<'copy' | 'cut' | 'paste', (event: ClipboardEvent) => void>

/**
 * Copy, cut and paste while an element has the focus. Listened to on the document, because browsers hand these events
 * to wherever a text selection is, which need not be where the focus is.
 */
export function useClipboard(element: RefObject<HTMLElement | null>, deeds: Deeds): void {
  const hear = useEffectEvent((event: ClipboardEvent) => {
    if (document.activeElement === element.current) deeds[event.type as keyof Deeds](event)
  })
  useEffect(() => {
    const kinds = ['copy', 'cut', 'paste'] as const
    for (const kind of kinds) document.addEventListener(kind, hear)
    return () => {
      for (const kind of kinds) document.removeEventListener(kind, hear)
    }
  }, [])
}
