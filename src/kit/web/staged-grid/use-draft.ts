import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { toastError } from '#kit/web/alerts.ts'
import { type Draft, openDrafts } from './drafts.ts'

const notSaved = 'This browser cannot store drafts. Save before you leave.'

/** Milliseconds without an edit before the draft is saved. */
const saveDelay = 800

type DraftOptions<Head> = {
  /** Puts the stored draft on the screen. */
  restore: (draft: Draft<Head>) => Promise<void> | void
  /** Builds the draft to save, a new function for each edit. Undefined: no draft. 'unchanged': leave the stored draft. */
  unsaved: (() => Draft<Head>) | undefined | 'unchanged'
}

/** Saves the unsaved rows of `owner` in this browser and restores them after a reload. False until looked for. */
export function useDraft<Head>(owner: string, { restore, unsaved }: DraftOptions<Head>): boolean {
  const drafts = useMemo(() => openDrafts<Head>(owner), [owner])
  const [isLoaded, setLoaded] = useState(false)
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  /** What the timer would save: saved at once when the screen or the page is left. */
  const waiting = useRef<() => void>(undefined)
  const putBack = useEffectEvent(restore)

  useEffect(() => {
    let isUnmounted = false
    const load = async () => {
      const draft = await drafts.read()
      if (!isUnmounted && draft) await putBack(draft)
    }
    queue.current = load()
      .catch(() => toastError(notSaved))
      .finally(() => !isUnmounted && setLoaded(true))
    return () => {
      isUnmounted = true
    }
  }, [drafts])

  useEffect(() => {
    if (!isLoaded || unsaved === 'unchanged') return undefined
    const save = () => {
      queue.current = queue.current
        .then(() => (unsaved ? drafts.write(unsaved()) : drafts.remove()))
        .catch(() => toastError(notSaved))
    }
    // The draft is deleted at once when nothing is unsaved, so that a reload never restores saved rows.
    if (!unsaved) {
      waiting.current = undefined
      save()
      return undefined
    }
    const saveOnce = () => {
      waiting.current = undefined
      save()
    }
    waiting.current = saveOnce
    const timer = setTimeout(saveOnce, saveDelay)
    return () => clearTimeout(timer)
  }, [drafts, isLoaded, unsaved])

  useEffect(() => {
    const saveNow = () => waiting.current?.()
    window.addEventListener('pagehide', saveNow)
    return () => {
      window.removeEventListener('pagehide', saveNow)
      saveNow()
    }
  }, [drafts])
  return isLoaded
}
