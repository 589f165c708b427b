import { Button } from '@mantine/core'
import { EmptyState } from '#kit/web/EmptyState.tsx'
import { texts } from './texts.ts'

/**
 * In place of a list without rows. A failed call is no alert (C-314), but not knowing is not the same as having none.
 */
export function NoNotifications({ isFailed, retry }: { isFailed: boolean; retry: () => void }) {
  if (!isFailed) return <EmptyState title={texts.none} />
  return (
    <EmptyState title={texts.unknown}>
      <Button size="xs" variant="default" onClick={retry}>
        {texts.tryAgain}
      </Button>
    </EmptyState>
  )
}
