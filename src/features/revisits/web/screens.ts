import type { Screen } from '#kit/web/screen.ts'
import { staff } from '#vocabulary/roles.ts'
import { texts } from './texts.ts'

export const revisitScreens: readonly Screen[] = [
  {
    path: '/enforcement-proposals',
    title: texts.proposals,
    access: staff,
    component: () => import('./ProposalsScreen.tsx').then(({ ProposalsScreen }) => ProposalsScreen),
  },
  {
    path: '/enforcement-clock',
    title: texts.clock,
    access: staff,
    component: () => import('./ClockScreen.tsx').then(({ ClockScreen }) => ClockScreen),
  },
]
