import { Navigate } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useHasPlatform, useSession } from '#features/sessions/web/session-context.tsx'
import { rememberAddress, returnAddress } from '#features/sessions/web/return-address.ts'
import { PageLoading } from '#kit/web/Loading.tsx'
import type { Screen } from '#kit/web/screen.ts'
import { useSearchParameter } from '#kit/web/use-search-parameter.ts'
import { homeOf } from './audiences.ts'
import { AccessRestricted, NoPlatform, Unauthorised } from './pages.tsx'

/** Loaded with the first notification: the sign-in page needs none of it. */
const NotificationGate = lazy(() =>
  import('./NotificationGate.tsx').then((part) => ({ default: part.NotificationGate })),
)

/** Renders the screen for the roles it allows, and the matching page for everybody else. The server checks again. */
export function Guarded({ screen, children }: { screen: Screen; children: ReactNode }) {
  const { role } = useSession()
  const hasPlatform = useHasPlatform()
  const notification = useSearchParameter('notification')
  // The records of a notification select their own brand, so the selected one does not matter (C-348).
  const opened = role === 'Client' && screen.needs && typeof notification === 'string' ? notification : undefined
  if (screen.access === 'anybody') return children
  if (!role) return <ToSignIn />
  if (!screen.access.includes(role)) {
    if (screen.path === '/create-domain-record') return <Navigate to={homeOf[role]} replace />
    return screen.access.every((allowed) => allowed === 'Client') ? <AccessRestricted /> : <Unauthorised />
  }
  if (opened)
    return (
      <Suspense fallback={<PageLoading />}>
        <NotificationGate id={opened}>{children}</NotificationGate>
      </Suspense>
    )
  return screen.needs && !hasPlatform(screen.needs) ? <NoPlatform /> : children
}

// One element: another would navigate once more at every rendering. Unsaved work cannot hold up the way to the sign-in
// page: its screen, and the question with it, went with the session.
const toLogin = <Navigate to="/login" replace ignoreBlocker />

/** Signing in leads back to this address. */
function ToSignIn() {
  useState(() => {
    const { pathname, search } = window.location
    // A return address from the end of a session names its person: it is not replaced.
    if (!returnAddress()) rememberAddress({ address: pathname + search })
  })
  return toLogin
}
