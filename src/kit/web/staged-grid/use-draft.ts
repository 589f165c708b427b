import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { toastError } from '#kit/web/alerts.ts'
import { type Draft, openDrafts } from './drafts.ts'

const notSaved = 'This browser cannot store drafts. Save before you leave.'

/** Milliseconds without an edit before the draft is saved. */
const saveDelay = 800

type DraftOptions<Head> = {
  /** Puts the stored draft on the screen. */
  restore: (draft: Draft<Head>) => Promise<void> | void
  /** Fills the screen where no draft is stored. */
  begin?: () => Promise<unknown>
  /** Builds the draft to save, a new function for each edit. Undefined: no draft. 'unchanged': leave the stored draft. */
  unsaved: (() => Draft<Head>) | undefined | 'unchanged'
}

/** A stored draft that could not be read: it can be read again, or the sheet is used without it, and without a draft. */
export type UnreadDraft = { readAgain: () => void; skip: () => void }

/** `isReady` is false until a stored draft was looked for, and restored; or it is unread and skipped. */
export type DraftState = { isReady: boolean; unread: UnreadDraft | undefined }

/** Saves the unsaved rows of `owner` in this browser and restores them after a reload. */
export function useDraft<Head>(owner: string, { restore, begin, unsaved }: DraftOptions<Head>): DraftState {
  const drafts = useMemo(() => openDrafts<Head>(owner), [owner])
  const [stored, setStored] = useState<'reading' | 'read' | 'unread' | 'skipped'>('reading')
  const [attempt, setAttempt] = useState(0)
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  /** What the timer would save: saved at once when the screen or the page is left. */
  const waiting = useRef<() => void>(undefined)
  const fill = useEffectEvent(async (draft: Draft<Head> | undefined) => (draft ? restore(draft) : begin?.()))

  useEffect(() => {
    let isUnmounted = false
    const load = async () => {
      const draft = await drafts.read()
      if (!isUnmounted) await fill(draft)
    }
    const end = (how: 'read' | 'unread') => !isUnmounted && setStored(how)
    queue.current = load().then(
      () => end('read'),
      (error: unknown) => {
        console.warn(error)
        end('unread')
      },
    )
    return () => {
      isUnmounted = true
    }
  }, [drafts, attempt])

  useEffect(() => {
    // An unread draft is neither deleted nor written over.
    if (stored !== 'read' || unsaved === 'unchanged') return undefined
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
  }, [drafts, stored, unsaved])

  useEffect(() => {
    const saveNow = () => waiting.current?.()
    window.addEventListener('pagehide', saveNow)
    return () => {
      window.removeEventListener('pagehide', saveNow)
      saveNow()
    }
  }, [drafts])
  const readAgain = useCallback(() => {
    setStored('reading')
    setAttempt((now) => now + 1)
  }, [])
  const skip = useCallback(() => setStored('skipped'), [])
  return {
    isReady: stored === 'read' || stored === 'skipped',
    unread: stored === 'unread' ? { readAgain, skip } : undefined,
  }
}
