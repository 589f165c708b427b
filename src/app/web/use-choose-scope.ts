import { useNavigate } from '@tanstack/react-router'
import { useSearchParameter } from '#kit/web/use-search-parameter.ts'
import { useSession } from '#features/sessions/web/session-context.tsx'

/**
 * Selecting a company or a brand by hand. It leaves a notification's records first: they select their own company and
 * brand (C-348).
 */
export function useChooseScope(): { chooseCompany: (id: string) => void; chooseBrand: (id: string | null) => void } {
  const session = useSession()
  const navigate = useNavigate()
  const notification = useSearchParameter('notification')
  const afterLeaving = (choose: () => void) => {
    if (notification === undefined) choose()
    else void navigate({ to: '.', search: {} as never, replace: true }).then(choose)
  }
  return {
    chooseCompany: (id) => afterLeaving(() => session.chooseCompany(id)),
    chooseBrand: (id) => afterLeaving(() => session.chooseBrand(id)),
  }
}
