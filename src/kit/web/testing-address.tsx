import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'

/**
 * For tests: what a hook of a screen returns at an address of `/list` (or `/other`), rendered once and never again, as
 * for a person who is faster than the screen, and the address that its changes lead to.
 */
export async function renderedOnce<Result>(address: string, useResult: () => Result) {
  let result: Result | undefined
  function Screen() {
    result = useResult()
    return null
  }
  const root = createRootRoute()
  const route = (path: string) => createRoute({ getParentRoute: () => root, path, component: Screen })
  const history = createMemoryHistory({ initialEntries: [address] })
  const router = createRouter({
    routeTree: root.addChildren([route('/list'), route('/other')]),
    history,
    // All values are texts, as in the console.
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => {
      const text = new URLSearchParams(Object.entries(search).filter(([, value]) => value !== undefined)).toString()
      return text === '' ? '' : `?${text}`
    },
  })
  await router.load()
  renderToString(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  // Outside a browser the router does not move by itself.
  router.navigate = (({ replace, ...to }) => {
    const { href, state } = router.buildLocation(to as never)
    history[replace ? 'replace' : 'push'](href, state)
    router.updateLatestLocation()
    return Promise.resolve()
  }) as typeof router.navigate
  return {
    result: result!,
    router,
    path: () => history.location.pathname,
    search: () => Object.fromEntries(new URLSearchParams(history.location.search)),
    /** How many steps the history has. */
    steps: () => history.length,
  }
}
