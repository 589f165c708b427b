import { Navigate, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { User } from '#features/sessions/contract-schemas.ts'
import { PageLoading } from '#kit/web/Loading.tsx'
import { useTitle } from '#kit/web/use-title.ts'
import { AppCodeStep } from './AppCodeStep.tsx'
import { ForgotPassword } from './ForgotPassword.tsx'
import { PasswordStep } from './PasswordStep.tsx'
import { returnAddress } from './return-address.ts'
import { useSession } from './session-context.tsx'
import { VerifyStep } from './VerifyStep.tsx'

/** Draws a QR code, which few sign-ins need. */
const SetUpStep = lazy(() => import('./SetUpStep.tsx').then((module) => ({ default: module.SetUpStep })))

/** Sign-in: the password, then the one-time code where it is on; or the forgot-password form (C-022). */
export function LoginScreen() {
  const { user, pending } = useSession()
  const [isForgotten, setForgotten] = useState(false)
  useTitle('Sign in')
  if (user) return <Onward user={user} />
  if (pending?.secondStep === 'app') return <AppCodeStep pending={pending} />
  if (pending?.secondStep === 'set-up')
    return (
      <Suspense fallback={<PageLoading />}>
        <SetUpStep />
      </Suspense>
    )
  if (pending) return <VerifyStep pending={pending} />
  if (isForgotten) return <ForgotPassword back={() => setForgotten(false)} />
  return <PasswordStep forgot={() => setForgotten(true)} />
}

/** To the address that asked to sign in, or to the home screen. */
function Onward({ user }: { user: User }) {
  const { history } = useRouter()
  const address = returnAddress(user)?.address
  useEffect(() => {
    if (address !== undefined) history.replace(address)
  }, [address, history])
  return address === undefined ? <Navigate to="/" replace /> : null
}
