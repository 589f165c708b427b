import { Button, Menu } from '@mantine/core'
import { useState } from 'react'
import type { ClusterPage } from '#features/clusters/contract.ts'
import { decidable } from '#features/clusters/rules.ts'
import { decisionsOn } from '#features/findings/web/decision-keys.ts'
import { useSession } from '#features/sessions/web/session-context.tsx'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import { platforms } from '#platforms/all.ts'
import { countText } from '#vocabulary/numbers.ts'
import { statusDisplay } from '#vocabulary/statuses.ts'
import { texts } from './texts.ts'

const DecideDialog = lazyPart(() => import('./DecideDialog.tsx').then((module) => module.DecideDialog))

/** Gives all open findings of a cluster one status, after their number was confirmed. */
export function DecideButton({ cluster, onDone }: { cluster: ClusterPage; onDone: () => void }) {
  const { role } = useSession()
  // The dialog stays while the findings that it changes leave no choice.
  const [status, setStatus] = useState<string>()
  const offered = platforms.flatMap(({ value }) => decisionsOn(role, value))
  const choices = [...new Set([...offered.filter(({ key }) => key), ...offered].map((one) => one.status))]
    .map((one) => ({ status: one, count: role ? decidable(role, cluster.statuses, one) : 0 }))
    .filter(({ count }) => count > 0)
  return (
    <>
      {choices.length > 0 ? (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button size="xs">{texts.decide}</Button>
          </Menu.Target>
          <Menu.Dropdown>
            {choices.map((one) => (
              <Menu.Item key={one.status} onClick={() => setStatus(one.status)}>
                {statusDisplay(one.status).name} ({countText(one.count)})
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      ) : null}
      {status === undefined ? null : (
        <DecideDialog cluster={cluster} status={status} close={() => setStatus(undefined)} onDone={onDone} />
      )}
    </>
  )
}
