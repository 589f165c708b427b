import { Navigate, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTitle } from '#kit/web/use-title.ts'
import { ForgotPassword } from './ForgotPassword.tsx'
import { PasswordStep } from './PasswordStep.tsx'
import { returnAddress } from './return-address.ts'
import { useSession } from './session-context.tsx'
import { VerifyStep } from './VerifyStep.tsx'

/** Sign-in: the password, then the one-time code where it is on; or the forgot-password form (C-022). */
export function LoginScreen() {
  const { user, pending } = useSession()
  const [isForgotten, setForgotten] = useState(false)
  useTitle('Sign in')
  if (user) return <Onward userId={user.id} />
  if (pending) return <VerifyStep pending={pending} />
  if (isForgotten) return <ForgotPassword back={() => setForgotten(false)} />
  return <PasswordStep forgot={() => setForgotten(true)} />
}

/** To the address that asked to sign in, or to the home screen. */
function Onward({ userId }: { userId: string }) {
  const { history } = useRouter()
  const address = returnAddress(userId)?.address
  useEffect(() => {
    if (address !== undefined) history.replace(address)
  }, [address, history])
  return address === undefined ? <Navigate to="/" replace /> : null
}
