import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { selectScope } from '#features/sessions/web/select-scope.ts'
import { useSession } from '#features/sessions/web/session-context.tsx'
import { addressOfFinding, type FindingRef } from './finding-address.ts'

/** `label` says which finding, where several links read the same. */
type Props = { finding: FindingRef; label?: string; children: ReactNode }

/** A link to a finding in its own company, brand and platform, which it selects for a Client. */
export function FindingLink({ finding, label, children }: Props) {
  const { role } = useSession()
  const { companyId: company, brandId: brand } = finding
  return (
    <Anchor
      component={Link}
      to={addressOfFinding(role, finding)}
      size="sm"
      inherit
      miw={0}
      {...(label === undefined ? {} : { 'aria-label': label })}
      onClick={() => role === 'Client' && void selectScope({ company, brand })}
    >
      {children}
    </Anchor>
  )
}
