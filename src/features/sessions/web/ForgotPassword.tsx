import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { type SubmitEvent, useEffect, useEffectEvent, useState } from 'react'
import { sessions } from '#features/sessions/contract.ts'
import { helpLine, resetSent } from '#features/sessions/messages.ts'
import { texts } from './texts.ts'
import { call } from '#kit/web/call.ts'
import { useSettings } from '#kit/web/settings.ts'
import { SignInCard } from './SignInCard.tsx'

/** Milliseconds until the form goes back to sign-in (C-051). */
const backAfter = 10_000

/** Requests a reset link for a username; shows the same text whatever the server returns (C-312, C-313). */
export function ForgotPassword({ back }: { back: () => void }) {
  const [username, setUsername] = useState('')
  const [isSent, setSent] = useState(false)
  const { supportAddress } = useSettings()
  const goBack = useEffectEvent(back)
  useEffect(() => {
    if (!isSent) return undefined
    const timer = setTimeout(() => goBack(), backAfter)
    return () => clearTimeout(timer)
  }, [isSent])

  const send = (event: SubmitEvent) => {
    event.preventDefault()
    // The server's response is not shown (C-259): it must not reveal whether the account exists.
    call(sessions.forgotPassword, { username }).catch((error: unknown) => console.warn(error))
    setSent(true)
  }

  return (
    <SignInCard title={texts.forgotTitle}>
      {isSent ? (
        <Stack gap="sm" role="status">
          <Text>{resetSent}</Text>
          <Text size="sm" c="dimmed">
            {helpLine(supportAddress)}
          </Text>
        </Stack>
      ) : (
        <form onSubmit={send}>
          <Stack gap="md">
            <TextInput
              label={texts.username}
              value={username}
              onChange={(event) => setUsername(event.currentTarget.value)}
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              autoFocus
              required
              withAsterisk={false}
              size="md"
            />
            <Button type="submit" size="md" fullWidth>
              {texts.sendLink}
            </Button>
          </Stack>
        </form>
      )}
      <Group justify="center" mt="md">
        <Anchor component="button" type="button" size="sm" onClick={back}>
          {texts.backToSignIn}
        </Anchor>
      </Group>
    </SignInCard>
  )
}
