import { createRootRoute, createRoute, createRouter, Navigate, Outlet } from '@tanstack/react-router'
import { createElement } from 'react'
import { storedSession } from '#features/sessions/web/session-store.ts'
import { useSession } from '#features/sessions/web/session-context.tsx'
import { sessionScreens } from '#features/sessions/web/screens.ts'
import { ErrorState } from '#kit/web/ErrorState.tsx'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import { PageLoading } from '#kit/web/Loading.tsx'
import type { Screen } from '#kit/web/screen.ts'
import { allScreens } from './all-screens.ts'
import { homeOf } from './audiences.ts'
import { Guarded } from './Guarded.tsx'
import { readSearch, writeSearch } from './search.ts'

const waiting = createElement(PageLoading)
const frame = lazyPart(() => import('./Frame.tsx').then((module) => module.Frame), { waiting })
const notFound = lazyPart(() => import('./pages.tsx').then((module) => module.NotFound))

const root = createRootRoute({ component: Outlet })

/** Everything inside the frame of top bar and side menu. A route matches exactly (C-017). */
const framed = createRoute({ getParentRoute: () => root, id: 'frame', component: frame })

const home = (path: string) => createRoute({ getParentRoute: () => root, path, component: Home })

const sessionParts = sessionScreens.map(({ path, component }) => ({
  path,
  component: lazyPart(component, { waiting }),
}))
const framedParts = allScreens.map((screen) => ({ path: screen.path, component: guarded(screen) }))

/** Fetches the code of the first screen and of its frame; resolves also when that failed, which the screen then says. */
export async function preloadScreen(path: string): Promise<void> {
  const role = storedSession().user?.role
  if (!role || sessionParts.some((part) => part.path === path)) return partAt(sessionParts, path, '/login')
  const address = path === '/' || path === '/dashboard' ? homeOf[role] : path
  await Promise.all([frame.preload(), partAt(framedParts, address)])
}

async function partAt(
  parts: typeof framedParts | typeof sessionParts,
  path: string,
  otherwise?: string,
): Promise<void> {
  const part = parts.find((one) => one.path === path) ?? parts.find((one) => one.path === otherwise)
  await part?.component.preload()
}

const tree = root.addChildren([
  home('/'),
  home('/dashboard'),
  ...sessionParts.map((part) => createRoute({ getParentRoute: () => root, ...part })),
  framed.addChildren([
    ...framedParts.map((part) => createRoute({ getParentRoute: () => framed, ...part })),
    createRoute({ getParentRoute: () => framed, path: '$', component: notFound }),
  ]),
])

export const router = createRouter({
  routeTree: tree,
  parseSearch: readSearch,
  stringifySearch: writeSearch,
  // All routes are exact matches: /Domain-Dashboard is not /domain-dashboard (C-017).
  caseSensitive: true,
  scrollRestoration: true,
  defaultPreload: 'intent',
  defaultPendingComponent: PageLoading,
  defaultPendingMs: 150,
  // Rather a skeleton for a moment than a finished screen delayed by half a second.
  defaultPendingMinMs: 0,
  defaultErrorComponent: ({ error, reset }) => <ErrorState error={error} retry={reset} />,
  defaultNotFoundComponent: notFound,
})

/** Redirects by role (C-018). */
function Home() {
  const { role } = useSession()
  return <Navigate to={role ? homeOf[role] : '/login'} replace />
}

/** The screen behind its guard; its code is fetched before its route is shown, and when a link to it is hovered. */
function guarded(screen: Screen) {
  const LazyScreen = lazyPart(screen.component, { waiting })
  const GuardedScreen = () => (
    <Guarded screen={screen}>
      <LazyScreen />
    </Guarded>
  )
  return Object.assign(GuardedScreen, { preload: LazyScreen.preload })
}
