import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { actionPasswords } from '#features/action-passwords/contract.ts'
import type { Action } from '#features/action-passwords/rules.ts'
import { useSession } from '#features/sessions/web/session-context.tsx'
import { OpenModal } from '#kit/web/OpenModal.tsx'
import { call, CallFailed } from '#kit/web/call.ts'
import { useSettings } from '#kit/web/settings.ts'
import { rememberGrant } from './grants.ts'
import { texts } from './texts.ts'

type Props = {
  action: Action
  title: string
  /** What the password protects; the demo world says the password instead. */
  hint: string
  /** With the grant for the header X-Action-Grant; the dialog shows that it is busy until then. */
  onGranted: (grant: string) => Promise<void>
  close: () => void
}

/** Asks for the password of an action; the server checks it (S-063, S-178, G82). */
export function PasswordDialog({ action, title, hint, onGranted, close }: Props) {
  const { demoPassword } = useSettings()
  const userId = useSession().user?.id ?? ''
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const submit = async () => {
    setBusy(true)
    try {
      const given = await call(actionPasswords.verify, { purpose: action, password })
      rememberGrant(userId, action, given)
      await onGranted(given.grant)
    } catch (refused) {
      setProblem(refused instanceof CallFailed ? refused.message : texts.failed)
    }
    setBusy(false)
  }
  return (
    <OpenModal onClose={close} title={title} size="sm" closeButtonProps={{ 'aria-label': 'Close' }}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (password === '') setProblem(texts.missing)
          else void submit()
        }}
      >
        <Stack gap="sm">
          <Text size="sm">{demoPassword ? texts.demoHint(demoPassword) : hint}</Text>
          <PasswordInput
            label={texts.password}
            data-autofocus
            autoComplete="off"
            maxLength={200}
            value={password}
            error={problem}
            onChange={(event) => {
              setPassword(event.currentTarget.value)
              setProblem(undefined)
            }}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close}>
              {texts.cancel}
            </Button>
            <Button type="submit" loading={isBusy}>
              {texts.next}
            </Button>
          </Group>
        </Stack>
      </form>
    </OpenModal>
  )
}
