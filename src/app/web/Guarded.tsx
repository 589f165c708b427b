import { Navigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useHasPlatform, useSession } from '#features/sessions/web/session-context.tsx'
import type { Screen } from '#kit/web/screen.ts'
import { homeOf } from './audiences.ts'
import { AccessRestricted, NoPlatform, Unauthorised } from './pages.tsx'

/** Renders the screen for the roles it allows, and the matching page for everybody else. The server checks again. */
export function Guarded({ screen, children }: { screen: Screen; children: ReactNode }) {
  const { role } = useSession()
  const hasPlatform = useHasPlatform()
  if (screen.access === 'anybody') return children
  if (!role) return <Navigate to="/login" replace />
  if (!screen.access.includes(role)) {
    if (screen.path === '/create-domain-record') return <Navigate to={homeOf[role]} replace />
    return screen.access.every((allowed) => allowed === 'Client') ? <AccessRestricted /> : <Unauthorised />
  }
  return screen.needs && !hasPlatform(screen.needs) ? <NoPlatform /> : children
}
