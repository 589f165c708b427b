import type { Screen } from '#kit/web/screen.ts'
import { everyone, staff } from '#vocabulary/roles.ts'
import { titles } from './titles.ts'

export const revisitScreens: readonly Screen[] = [
  {
    path: '/enforcement-proposals',
    title: titles.proposals,
    access: staff,
    component: () => import('./ProposalsScreen.tsx').then(({ ProposalsScreen }) => ProposalsScreen),
  },
  {
    path: '/enforcement-league',
    title: titles.league,
    access: staff,
    component: () => import('./LeagueScreen.tsx').then(({ LeagueScreen }) => LeagueScreen),
  },
  {
    path: '/enforcement-clock',
    title: titles.clock,
    access: everyone,
    component: () => import('./ClockScreen.tsx').then(({ ClockScreen }) => ClockScreen),
  },
]
