import { useDashboardView } from '#features/findings/web/use-dashboard-view.ts'
import { ChooseSeller } from './ChooseSeller.tsx'
import { sellerPage } from './seller-view.ts'
import { SellerFindings } from './SellerFindings.tsx'

/** One seller's findings (C-033), or a choice of sellers when the address has none. */
export function SellerScreen() {
  const [view, change] = useDashboardView(sellerPage)
  const seller = view.filters['sellerName']
  if (!seller) return <ChooseSeller view={view} change={change} />
  return <SellerFindings key={seller} seller={seller} view={view} change={change} />
}
