import type { Screen } from '#kit/web/screen.ts'
import { everyone } from '#vocabulary/roles.ts'

/** Screens without the navigation frame, for people who are not signed in. */
export const sessionScreens: readonly Screen[] = [
  {
    path: '/login',
    title: 'Sign in',
    access: 'anybody',
    component: () => import('./LoginScreen.tsx').then(({ LoginScreen }) => LoginScreen),
  },
  {
    path: '/reset-password/$token',
    title: 'Reset password',
    access: 'anybody',
    component: () => import('./ResetScreen.tsx').then(({ ResetScreen }) => ResetScreen),
  },
]

/** Screens inside the frame. */
export const securityScreens: readonly Screen[] = [
  {
    path: '/security',
    title: 'Security',
    access: everyone,
    component: () => import('./SecurityScreen.tsx').then(({ SecurityScreen }) => SecurityScreen),
  },
  {
    path: '/sign-in-security',
    title: 'Sign-in Security',
    access: ['Admin'],
    component: () => import('./SignInSecurityScreen.tsx').then(({ SignInSecurityScreen }) => SignInSecurityScreen),
  },
]
