import type { Screen } from '#kit/web/screen.ts'

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
