import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { loadSettings } from '#kit/web/settings.ts'
import { today } from '#vocabulary/dates.ts'
import { useHomeView } from './use-home-view.ts'

afterEach(async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new Error('no server')))
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
