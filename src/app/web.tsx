// Before all screens, so that their own styles come after those of the components.
import '#kit/web/theme.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { startTransition, StrictMode, useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { registerSlots } from '#app/web/register-slots.ts'
import { queries } from '#app/web/queries.ts'
import { preloadScreen, router } from '#app/web/router.tsx'
import { beginSession } from '#app/web/begin-session.ts'
import { followSettings } from '#features/user-settings/web/follow-settings.ts'
import { AlertContainer } from '#kit/web/AlertContainer.tsx'
import { PartBoundary } from '#kit/web/PartBoundary.tsx'
import { keepDroppedFilesOut } from '#kit/web/dropped-files.ts'
import { loadSettings } from '#kit/web/settings.ts'
import { colourSchemes } from '#kit/web/colour-scheme.ts'
import { theme, themeVariables } from '#kit/web/theme.ts'

/** In milliseconds; then the part that is missing says so. */
const longestWait = 15_000

beginSession()
followSettings()
registerSlots()
keepDroppedFilesOut()
// What the page came with is shown until the code of the screen is here: nothing else would be on it before. No `await`
// at the top level: the code of a screen imports this file's chunk, and would wait for it to end.
void Promise.all([
  loadSettings(),
  Promise.race([
    preloadScreen(location.pathname).then(loadRoutes).catch(console.error),
    new Promise((resolve) => setTimeout(resolve, longestWait)),
  ]),
]).then(() => startTransition(render))

/** With its routes loaded the router has the screen in the first rendering; else only in one that cannot be divided. */
function loadRoutes(): Promise<void> {
  // Once it is rendered the router follows the address itself; before, a step back would be lost.
  const stop = router.history.subscribe(() => void router.load())
  router.subscribe('onRendered', stop)
  return router.load()
}

/** Removes what the page came with, in the same frame in which the console is shown. */
function EndOfStarting() {
  useLayoutEffect(() => document.querySelector('.starting')?.remove(), [])
  return null
}

/** As a transition, so that frame and screen are rendered a few milliseconds at a time, between which the page answers. */
function render(): void {
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={themeVariables}
        colorSchemeManager={colourSchemes}
        defaultColorScheme="auto"
      >
        <PartBoundary>
          <QueryClientProvider client={queries}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </PartBoundary>
        <AlertContainer />
        <EndOfStarting />
      </MantineProvider>
    </StrictMode>,
  )
}
