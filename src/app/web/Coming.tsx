import { EmptyState } from '#kit/web/EmptyState.tsx'
import { useScreen } from './use-screen.ts'
import { PageFrame } from '#kit/web/PageFrame.tsx'
import { texts } from './texts.ts'

/** Says plainly that a screen's part of the console is not there yet. */
export function Coming() {
  const screen = useScreen()
  if (!screen) return null
  return (
    <PageFrame title={screen.title}>
      <EmptyState title="Coming" hint={texts.coming(screen.title)} />
    </PageFrame>
  )
}
