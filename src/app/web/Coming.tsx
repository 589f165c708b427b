import type { ReactNode } from 'react'
import { EmptyState } from '#kit/web/EmptyState.tsx'
import { PageFrame } from '#kit/web/PageFrame.tsx'
import { texts } from './texts.ts'

/** The placeholder of a screen that is not available yet, as the component of its route. */
export function comingWith(title: string): () => ReactNode {
  return function Coming() {
    return (
      <PageFrame title={title}>
        <EmptyState title="Coming soon" hint={texts.coming(title)} />
      </PageFrame>
    )
  }
}
