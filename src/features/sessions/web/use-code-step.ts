import { useRef, useState } from 'react'
import type { User } from '#features/sessions/contract-schemas.ts'
import { wrongCode } from '#features/sessions/messages.ts'
import { toastError } from '#kit/web/alerts.ts'
import { call, CallFailed } from '#kit/web/call.ts'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import { sessions } from '#features/sessions/contract.ts'
import { saveUser } from './session-store.ts'
import { texts } from './texts.ts'

/**
 * The code of the second step and its sending, one at a time. `attempt` counts up when the code is emptied: by `restart` and
 * by a refusal. A recovery code stays, to be corrected; so does a code that never reached the server, to be sent again.
 */
export function useCodeStep(pending: User, isRecovery = false) {
  const [code, setCode] = useState('')
  const [attempt, setAttempt] = useState(0)
  const [isWrong, setWrong] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const isSending = useRef(false)

  const change = (typed: string) => {
    setCode(typed)
    setWrong(false)
  }
  const restart = () => {
    change('')
    setAttempt((before) => before + 1)
  }
  const verify = async (twoFactorAuthCode: string[]) => {
    if (isSending.current) return
    isSending.current = true
    setBusy(true)
    try {
      saveUser(await call(sessions.verifyCode, { id: pending.id, twoFactorAuthCode }))
    } catch (error) {
      const isWrongNow = error instanceof CallFailed && error.message === wrongCode
      toastError(isWrongNow && isRecovery ? texts.wrongRecovery : sentenceOf(error))
      const isRefused = error instanceof CallFailed && error.status >= 400 && error.status < 500
      if (isRefused && !isRecovery) restart()
      setWrong(isWrongNow)
      isSending.current = false
      setBusy(false)
    }
  }
  return { code, attempt, isWrong, isBusy, change, restart, verify }
}
