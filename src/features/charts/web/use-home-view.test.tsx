import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { loadSettings } from '#kit/web/settings.ts'
import { today } from '#vocabulary/dates.ts'
import { useHomeView } from './use-home-view.ts'

afterEach(async () => {
  // Not a failed request: the connection would count as lost in the tests after this one, which share the modules.
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('', { status: 503 })))
  await loadSettings()
  vi.unstubAllGlobals()
})

// Their clocks are 25 hours apart, so it is never the same day in both.
test.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
  'the day of the home is that of the installation’s business zone (%s)',
  async (businessZone) => {
    vi.stubGlobal('fetch', () =>
      Promise.resolve(Response.json({ productName: 'B', supportAddress: 's@brandkeep.test', businessZone })),
    )
    await loadSettings()
    const router = createRouter({
      routeTree: createRootRoute({ component: ShownDay }),
      history: createMemoryHistory({ initialEntries: ['/'] }),
    })
    await router.load()
    expect(renderToString(<RouterProvider router={router} />)).toContain(today(businessZone))
  },
)

function ShownDay() {
  return useHomeView([]).day
}
