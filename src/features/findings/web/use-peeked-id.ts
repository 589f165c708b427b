import { useEffect, useEffectEvent, useRef, useState } from 'react'

/** The address follows after this many milliseconds, so that walking on is not slowed down by it. */
const followMilliseconds = 120

/** The open finding, as the address has it, and how to change that. */
export type PeekAddress = { now: string | undefined; set: (id: string | undefined) => void }

/** The id of the open finding: it changes at once, the address follows; Back and links change it too. */
export function usePeekedId(address: PeekAddress): [string | undefined, (id: string | undefined) => void] {
  const [id, setId] = useState(address.now)
  /** What the address was last set to from here: when it arrives, the person may have walked on. */
  const sent = useRef(address.now)
  const follow = useEffectEvent(() => {
    if (id === address.now) return
    sent.current = id
    address.set(id)
  })
  useEffect(() => {
    const timer = setTimeout(() => follow(), followMilliseconds)
    return () => clearTimeout(timer)
  }, [id])
  useEffect(() => {
    if (address.now === sent.current) return
    sent.current = address.now
    setId(address.now)
  }, [address.now])
  return [id, setId]
}
