import type { Screen } from '#kit/web/screen.ts'

/** The Unique Seller screen. */
export const sellerScreens: readonly Screen[] = [
  {
    path: '/unique-seller-dashboard',
    title: 'Unique Seller',
    access: ['Client'],
    needs: 'eCommerce',
    component: () => import('./SellerScreen.tsx').then(({ SellerScreen }) => SellerScreen),
  },
]
