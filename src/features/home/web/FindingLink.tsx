import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { HomeFinding } from '#features/home/contract.ts'
import { selectScope } from '#features/sessions/web/select-scope.ts'
import { useSession } from '#features/sessions/web/session-context.tsx'
import { CutText } from '#kit/web/cells.tsx'
import { addressOfFinding } from './links.ts'

/** The address of a finding as a link to it in its own company, brand and platform, which it selects for a Client. */
export function FindingLink({ finding }: { finding: HomeFinding }) {
  const { role } = useSession()
  const { companyId: company, brandId: brand, title } = finding
  return (
    <Anchor
      component={Link}
      to={addressOfFinding(role, finding)}
      size="sm"
      inherit
      miw={0}
      onClick={() => role === 'Client' && void selectScope({ company, brand })}
    >
      <CutText text={title} />
    </Anchor>
  )
}
