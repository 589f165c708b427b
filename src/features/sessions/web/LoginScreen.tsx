import { Navigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTitle } from '#kit/web/use-title.ts'
import { ForgotPassword } from './ForgotPassword.tsx'
import { PasswordStep } from './PasswordStep.tsx'
import { useSession } from './session-context.tsx'
import { VerifyStep } from './VerifyStep.tsx'

/** Sign-in: the password, then the one-time code where it is on; or the forgot-password form (C-022). */
export function LoginScreen() {
  const { user, pending } = useSession()
  const [isForgotten, setForgotten] = useState(false)
  useTitle('Sign in')
  if (user) return <Navigate to="/" replace />
  if (pending) return <VerifyStep pending={pending} />
  if (isForgotten) return <ForgotPassword back={() => setForgotten(false)} />
  return <PasswordStep forgot={() => setForgotten(true)} />
}
