import { Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { type Person, users } from '#features/users/contract.ts'
import { labels } from '#features/users/messages.ts'
import { toastOutcome } from '#kit/web/alerts.ts'
import { call } from '#kit/web/call.ts'
import { useConfirm } from '#kit/web/Confirm.tsx'
import { texts } from './texts.ts'
import { fullName } from './user-columns.tsx'

/** The details of an expanded row, and removing an authenticator app that was lost. */
export function UserDetails({ user, changed }: { user: Person; changed: () => void }) {
  const [confirm, dialog] = useConfirm()
  const reset = async () => {
    const text = texts.resetText(fullName(user))
    if (!(await confirm({ title: texts.resetTitle, text, yes: texts.resetApp, dangerous: true }))) return
    if (await toastOutcome(() => call(users.resetAuthenticator, { id: user.id }))) changed()
  }
  return (
    <Group component="dl" gap={48} m={0}>
      <Pair name={labels.mobile}>{user.mobile || '—'}</Pair>
      <Pair name={labels.role}>{user.role}</Pair>
      {user.hasAuthenticator ? (
        <Pair name={texts.secondFactor}>
          {texts.app}
          <Button variant="default" size="compact-xs" ml="xs" onClick={() => void reset()}>
            {texts.resetApp}
          </Button>
        </Pair>
      ) : null}
      {dialog}
    </Group>
  )
}

function Pair({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <Text component="dt" size="xs" c="dimmed">
        {name}
      </Text>
      <Text component="dd" size="sm" m={0}>
        {children}
      </Text>
    </div>
  )
}
