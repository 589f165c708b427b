import { type HotkeyItem, useHotkeys } from '@mantine/hooks'

/** The arrow keys step through what an open viewer shows. A closed one binds none: they are taken from the page below. */
export function useViewerKeys(isOpen: boolean, step: (by: number) => void): void {
  const keys: HotkeyItem[] = [
    ['ArrowLeft', () => step(-1)],
    ['ArrowRight', () => step(1)],
  ]
  useHotkeys(isOpen ? keys : [])
}
