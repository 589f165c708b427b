import { useEffect, useState } from 'react'
import { writeStored, readStored } from '#kit/web/storage.ts'

/** Seconds between two codes (C-208, G22). */
export const resendSeconds = 120

const storageKey = 'session:code-sent'

/** Counts down the seconds until a new code may be requested; reloading the page does not restart it. */
export function useResendCountdown(): { seconds: number; text: string; restart: () => void } {
  const [startedAt, setStartedAt] = useState(() => Number(readStored(storageKey)) || startCountdown())
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [])
  const seconds = secondsLeft(startedAt, now)
  return { seconds, text: minutesAndSeconds(seconds), restart: () => setStartedAt(startCountdown()) }
}

/** Seconds left of the countdown, 0 to 120; both arguments in milliseconds since 1970. */
export function secondsLeft(startedAt: number, now: number): number {
  return Math.max(0, Math.min(resendSeconds, Math.ceil((startedAt - now) / 1000) + resendSeconds))
}

/** 2:00, 1:59 … 0:00. */
export function minutesAndSeconds(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

function startCountdown(): number {
  const now = Date.now()
  writeStored(storageKey, String(now))
  return now
}
