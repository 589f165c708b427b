import { useEffect, useMemo, useRef, useState } from 'react'
import { tellBad } from '#kit/web/alerts.ts'
import { type Draft, openDrafts } from './drafts.ts'
import { uploadTexts } from './texts.ts'

/** Milliseconds without an edit before the rows are kept. */
const rest = 800

type Keeping<Head> = {
  /** Puts what was kept back on the screen; must stay the same function. */
  restore: (draft: Draft<Head>) => Promise<void> | void
  /** Makes what is to be kept now, another function for each edit; undefined: nothing is; 'held': what is kept stays. */
  unsaved: (() => Draft<Head>) | undefined | 'held'
}

/** Keeps the unsaved rows of `owner` in this browser and brings them back after a reload. False until they were looked for. */
export function useDraft<Head>(owner: string, { restore, unsaved }: Keeping<Head>): boolean {
  const drafts = useMemo(() => openDrafts<Head>(owner), [owner])
  const [looked, setLooked] = useState(false)
  const turn = useRef<Promise<unknown>>(Promise.resolve())

  useEffect(() => {
    let left = false
    const take = async () => {
      const draft = await drafts.read()
      if (!left && draft) await restore(draft)
    }
    turn.current = take()
      .catch(() => tellBad(uploadTexts.notKept))
      .finally(() => !left && setLooked(true))
    return () => {
      left = true
    }
  }, [drafts, restore])

  useEffect(() => {
    if (!looked || unsaved === 'held') return undefined
    const keep = () => {
      turn.current = turn.current
        .then(() => (unsaved ? drafts.write(unsaved()) : drafts.remove()))
        .catch(() => tellBad(uploadTexts.notKept))
    }
    // Saved rows are forgotten at once, so that a reload never brings back what is stored already.
    if (!unsaved) {
      keep()
      return undefined
    }
    const clock = setTimeout(keep, rest)
    return () => clearTimeout(clock)
  }, [drafts, looked, unsaved])
  return looked
}
