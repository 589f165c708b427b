import { sessions } from '#features/sessions/contract.ts'
import { texts } from './texts.ts'
import { toastError } from '#kit/web/alerts.ts'
import { addressOf, call } from '#kit/web/call.ts'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import { saveUser } from './session-store.ts'

type PopupMessage = { token: string } | { error: string }

/** Opens Google sign-in in a popup and handles the message it posts back: a token or an error (C-260, C-309). */
export async function signInWithGoogle(): Promise<void> {
  const popup = window.open(addressOf(sessions.google, {}).url, 'google-sign-in', 'popup,width=480,height=640')
  if (!popup) return toastError(texts.allowPopups)
  const message = await messageFrom(popup)
  if (!message) return
  if ('error' in message) return toastError(message.error)
  try {
    const user = await call(sessions.verifyToken, { token: message.token })
    saveUser({ ...user, jwtToken: message.token })
  } catch (error) {
    toastError(sentenceOf(error))
  }
}

/** The popup's message; undefined when it was closed. Only messages of that popup from our own origin are accepted. */
function messageFrom(popup: Window): Promise<PopupMessage | undefined> {
  return new Promise((resolve) => {
    const finish = (message: PopupMessage | undefined) => {
      window.removeEventListener('message', onMessage)
      clearInterval(watch)
      resolve(message)
    }
    const onMessage = (event: MessageEvent<unknown>) => {
      if (event.source !== popup || event.origin !== window.location.origin) return
      const message = readMessage(event.data)
      if (message) finish(message)
    }
    const watch = setInterval(() => {
      if (popup.closed) setTimeout(() => finish(undefined), 300)
    }, 500)
    window.addEventListener('message', onMessage)
  })
}

function readMessage(data: unknown): PopupMessage | undefined {
  if (typeof data !== 'object' || data === null) return undefined
  if ('token' in data && typeof data.token === 'string') return { token: data.token }
  if ('error' in data && typeof data.error === 'string') return { error: data.error }
  return undefined
}
