import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { selectScope } from '#features/sessions/web/select-scope.ts'
import { useSession } from '#features/sessions/web/session-context.tsx'
import { addressOfFinding, type FindingRef } from './finding-address.ts'

/** A link to a finding in its own company, brand and platform, which it selects for a Client. */
export function FindingLink({ finding, children }: { finding: FindingRef; children: ReactNode }) {
  const { role } = useSession()
  const { companyId: company, brandId: brand } = finding
  return (
    <Anchor
      component={Link}
      to={addressOfFinding(role, finding)}
      size="sm"
      inherit
      miw={0}
      onClick={() => role === 'Client' && void selectScope({ company, brand })}
    >
      {children}
    </Anchor>
  )
}
