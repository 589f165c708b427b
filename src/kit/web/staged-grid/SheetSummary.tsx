import { Alert } from '@mantine/core'
import styles from '#kit/web/SheetScreen.module.css'

/** What the server rejected, in one sentence, and a `notice` that stays. Takes its space also while it is empty. */
export function SheetSummary({ summary, notice = '' }: { summary: string; notice?: string }) {
  return (
    <div className={styles['message']}>
      {summary ? (
        <Alert color="red.8" variant="filled" py={6} role="alert">
          {summary}
        </Alert>
      ) : null}
      {notice ? (
        <Alert color="red" variant="light" py={6} role="alert">
          {notice}
        </Alert>
      ) : null}
    </div>
  )
}
