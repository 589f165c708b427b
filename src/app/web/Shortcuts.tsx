import { useEffect, useState } from 'react'
import { keyOf } from '#kit/web/key-of.ts'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import { collectKeys, takeCollectedKeys } from './early-keys.ts'
import { isForPage } from './keys.ts'

const loadPalette = () => import('./Palette.tsx').then((module) => module.Palette)
const Palette = lazyPart(loadPalette)
const KeyList = lazyPart(() => import('./KeyList.tsx').then((module) => module.KeyList))

const openPaletteEvent = 'brandkeep:palette'

/** Opens the palette from a button. */
export function openPalette(): void {
  window.dispatchEvent(new Event(openPaletteEvent))
}

/** Ctrl/Cmd+K opens the palette, ? the list of keys; their code is loaded on first use. */
export function Shortcuts() {
  const [openCount, setOpenCount] = useState(0)
  const [isListOpen, setListOpen] = useState(false)
  const [wasListOpen, setWasListOpen] = useState(false)
  useEffect(() => {
    const showPalette = () => {
      collectKeys()
      loadPalette().catch(takeCollectedKeys)
      setOpenCount((before) => before + 1)
    }
    const press = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && keyOf(event) === 'k') {
        event.preventDefault()
        showPalette()
      } else if (event.key === '?' && isForPage(event)) {
        setWasListOpen(true)
        setListOpen(true)
      }
    }
    window.addEventListener('keydown', press)
    window.addEventListener(openPaletteEvent, showPalette)
    return () => {
      window.removeEventListener('keydown', press)
      window.removeEventListener(openPaletteEvent, showPalette)
    }
  }, [])
  return (
    <>
      {openCount > 0 ? <Palette openCount={openCount} /> : null}
      {wasListOpen ? <KeyList isOpen={isListOpen} close={() => setListOpen(false)} /> : null}
    </>
  )
}
