import { Button, Menu } from '@mantine/core'
import { findings } from '#features/findings/contract.ts'
import { undoMilliseconds } from '#features/findings/web/use-undo-offer.ts'
import { type ClusterPage, clusters } from '#features/clusters/contract.ts'
import { decidable } from '#features/clusters/rules.ts'
import { useSession } from '#features/sessions/web/session-context.tsx'
import { toastError, toastSuccess } from '#kit/web/alerts.ts'
import { call, CallFailed } from '#kit/web/call.ts'
import { useConfirm } from '#kit/web/Confirm.tsx'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import { platformOf } from '#platforms/all.ts'
import { clientStatuses, statusDisplay } from '#vocabulary/statuses.ts'
import { texts } from './texts.ts'

/** Gives all open findings of a cluster one status, after their number was confirmed; undone within ten seconds. */
export function DecideButton({ cluster, onDone }: { cluster: ClusterPage; onDone: () => void }) {
  const { role } = useSession()
  const [confirm, dialog] = useConfirm()
  const { id, statuses } = cluster
  const choices = clientStatuses
    .map((status) => ({ status, count: role ? decidable(role, statuses, status) : 0 }))
    .filter(({ count }) => count > 0)
  if (choices.length === 0) return null

  const decide = async (status: string, expected: number) => {
    let count = expected
    let notice = ''
    while (
      await confirm({
        title: texts.decideQuestion(count, statusDisplay(status).name),
        text: notice || texts.decideText,
        yes: texts.decide,
      })
    ) {
      try {
        const { message, moment, platforms } = await call(clusters.decide, { id, status, count })
        const run = () => void undo(moment, platforms)
        toastSuccess(message, { milliseconds: undoMilliseconds, action: { label: texts.undo, run } })
        return onDone()
      } catch (error) {
        const now = error instanceof CallFailed ? Number(error.answer['matching']) : 0
        if (!now) {
          toastError(sentenceOf(error))
          return onDone()
        }
        count = now
        notice = sentenceOf(error)
      }
    }
  }
  const undo = async (moment: string, platforms: readonly string[]) => {
    try {
      let updated = 0
      for (const platform of platforms)
        updated += (await call(findings[platformOf(platform)!.value].undoMatching, { moment })).updated
      toastSuccess(texts.undone(updated))
    } catch (error) {
      toastError(sentenceOf(error))
    }
    onDone()
  }
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button size="xs">{texts.decide}</Button>
        </Menu.Target>
        <Menu.Dropdown>
          {choices.map(({ status, count }) => (
            <Menu.Item key={status} onClick={() => void decide(status, count)}>
              {statusDisplay(status).name} ({count})
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {dialog}
    </>
  )
}
