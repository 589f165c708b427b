import type { Screen } from '#kit/web/screen.ts'
import { staff } from '#vocabulary/roles.ts'

export const scraperScreens: readonly Screen[] = [
  {
    path: '/scrapper1',
    title: 'Scrapper 1',
    access: staff,
    component: () => import('./ListScreens.tsx').then(({ Scrapper1Screen }) => Scrapper1Screen),
  },
  {
    path: '/scrapper2',
    title: 'Scrapper 2',
    access: staff,
    component: () => import('./ListScreens.tsx').then(({ Scrapper2Screen }) => Scrapper2Screen),
  },
  {
    path: '/scrapper3',
    title: 'Scrapper 3',
    access: staff,
    component: () => import('./SheetScreens.tsx').then(({ Scrapper3Screen }) => Scrapper3Screen),
  },
  {
    path: '/scrapper4',
    title: 'Scrapper 4',
    access: staff,
    component: () => import('./SheetScreens.tsx').then(({ Scrapper4Screen }) => Scrapper4Screen),
  },
]
