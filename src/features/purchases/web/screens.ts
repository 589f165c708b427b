import type { Screen } from '#kit/web/screen.ts'

export const purchaseScreens: readonly Screen[] = [
  {
    path: '/trap-purchase-dashboard',
    title: 'Trap Purchase',
    access: ['Client'],
    needs: 'eCommerce',
    component: () =>
      import('./PurchasesDashboardScreen.tsx').then(({ PurchasesDashboardScreen }) => PurchasesDashboardScreen),
  },
  {
    path: '/upload-purchase',
    title: 'Upload Purchase',
    access: ['Admin'],
    component: () => import('./PurchasesScreen.tsx').then(({ PurchasesScreen }) => PurchasesScreen),
  },
]
