import { PlatformDashboard } from '#features/findings/web/PlatformDashboard.tsx'
import { purchases, type BoughtFinding } from '#features/purchases/contract.ts'
import { trapPurchase } from '#platforms/trap-purchase.ts'
import { PurchaseDetails } from './PurchaseDetails.tsx'

/** A Client's trap purchases: the e-commerce dashboard, with the record of each purchase (C-031). */
export function PurchasesDashboardScreen() {
  return (
    <PlatformDashboard
      platform={trapPurchase}
      calls={purchases}
      more={(row) => <PurchaseDetails purchase={(row as BoughtFinding).purchase} />}
    />
  )
}
