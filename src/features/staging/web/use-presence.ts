import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLiveEvent } from '#features/notifications/web/live.ts'
import { staging } from '#features/staging/contract.ts'
import { presenceSeconds } from '#features/staging/rules.ts'
import { call } from '#kit/web/call.ts'

/** Somebody else in the draft, and the row that they are in. */
export type Colleague = { userId: string; name: string; tab: string; row: string; sn: string; seen: number }

const beatMs = (presenceSeconds * 1000) / 3
/** Minutes without a key or a click after which a person is no longer in the draft. */
const idleMs = 5 * 60_000

/** Tells the others in a draft which row this person is in, while they do something there; returns who else is. */
export function usePresence(
  draftId: string,
  { isOn, userId, at }: { isOn: boolean; userId: string; at: { id: string; sn: number } | undefined },
): readonly Colleague[] {
  const [tab] = useState(() => `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 10)}`)
  const [others, setOthers] = useState<readonly Colleague[]>([])
  const lastAct = useRef(0)
  const send = (kind: 'here' | 'left' | 'asks') => {
    call(staging.here, { draftId, tab, kind, row: at?.id ?? null, sn: at?.sn ?? null }).catch((error: unknown) =>
      console.warn(error),
    )
  }
  const tell = useEffectEvent(send)
  useLiveEvent('drafts', (event) => {
    const { draft, kind = '', tab: from = '', userId: who = '', name = '', row = '', sn = '' } = event
    if (draft !== draftId || !isOn || from === tab || !['here', 'left', 'asks'].includes(kind)) return
    setOthers((known) => {
      const rest = known.filter((one) => one.tab !== from)
      return kind === 'left' ? rest : [...rest, { userId: who, name, tab: from, row, sn, seen: Date.now() }]
    })
    if (kind === 'asks') send('here')
  })
  // Who answered before the stream was open was not heard.
  useLiveEvent('missed', () => isOn && send('asks'))
  useEffect(() => {
    if (!isOn) return undefined
    lastAct.current = Date.now()
    const act = () => (lastAct.current = Date.now())
    for (const name of ['keydown', 'pointerdown'] as const) window.addEventListener(name, act)
    tell('asks')
    const beat = setInterval(() => {
      const now = Date.now()
      if (now - lastAct.current < idleMs && document.visibilityState === 'visible') tell('here')
      setOthers((known) => {
        const alive = known.filter(({ seen }) => now - seen < presenceSeconds * 1000)
        return alive.length === known.length ? known : alive
      })
    }, beatMs)
    return () => {
      for (const name of ['keydown', 'pointerdown'] as const) window.removeEventListener(name, act)
      clearInterval(beat)
      tell('left')
    }
  }, [isOn, draftId])
  const [id, sn] = [at?.id, at?.sn]
  useEffect(() => {
    if (!isOn || sn === undefined) return undefined
    // Moving through the rows by key tells only where it ends.
    const timer = setTimeout(() => tell('here'), 400)
    return () => clearTimeout(timer)
  }, [isOn, id, sn])
  return isOn ? others.filter((one) => one.userId !== userId) : []
}
