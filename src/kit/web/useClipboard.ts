import { type RefObject, useEffect, useEffectEvent } from 'react'

type ClipboardHandlers = Record<'copy' | 'cut' | 'paste', (event: ClipboardEvent) => void>

/**
 * Handles copy, cut and paste while an element has the focus. Listens on the document, because browsers dispatch these
 * events where the text selection is, which need not be the focused element.
 */
export function useClipboard(element: RefObject<HTMLElement | null>, handlers: ClipboardHandlers): void {
  const handleEvent = useEffectEvent((event: ClipboardEvent) => {
    if (document.activeElement === element.current) handlers[event.type as keyof ClipboardHandlers](event)
  })
  useEffect(() => {
    const kinds = ['copy', 'cut', 'paste'] as const
    for (const kind of kinds) document.addEventListener(kind, handleEvent)
    return () => {
      for (const kind of kinds) document.removeEventListener(kind, handleEvent)
    }
  }, [])
}
