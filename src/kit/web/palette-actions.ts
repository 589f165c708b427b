import { useEffect, useRef } from 'react'

/** What a person may do on the screen that is open, for the palette; with its key where it has one. */
export type PaletteAction = {
  id: string
  label: string
  shortcut?: string
  keywords?: readonly string[]
  run: () => void
}

const offered = new Set<{ readonly current: readonly PaletteAction[] }>()

/** Offers actions in the palette while the component is mounted; of several with one id the component that came first wins. */
export function usePaletteActions(actions: readonly PaletteAction[]): void {
  const now = useRef(actions)
  useEffect(() => {
    now.current = actions
  })
  useEffect(() => {
    offered.add(now)
    return () => void offered.delete(now)
  }, [])
}

/** The actions that the open screen offers now. */
export function offeredActions(): PaletteAction[] {
  const all = [...offered].flatMap(({ current }) => current)
  return all.filter(({ id }, at) => all.findIndex((one) => one.id === id) === at)
}
