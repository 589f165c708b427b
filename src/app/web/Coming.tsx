import { EmptyState } from '#kit/web/EmptyState.tsx'
import { useScreen } from './use-screen.ts'
import { PageFrame } from '#kit/web/PageFrame.tsx'
import { texts } from './texts.ts'

/** The placeholder of a screen that is not available yet. */
export function Coming() {
  const screen = useScreen()
  if (!screen) return null
  return (
    <PageFrame title={screen.title}>
      <EmptyState title="Coming soon" hint={texts.coming(screen.title)} />
    </PageFrame>
  )
}
