import type { Screen } from '#kit/web/screen.ts'

export const sellerScreens: readonly Screen[] = [
  {
    path: '/unique-seller-dashboard',
    title: 'Unique Seller',
    access: ['Client'],
    needs: 'eCommerce',
    component: () => import('./SellerScreen.tsx').then(({ SellerScreen }) => SellerScreen),
  },
]
