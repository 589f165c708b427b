import { Anchor, Button, Divider, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { IconBrandGoogleFilled } from '@tabler/icons-react'
import { type SubmitEvent, useState } from 'react'
import { sessions } from '#features/sessions/contract.ts'
import { texts } from './texts.ts'
import { hideToast, toastError } from '#kit/web/alerts.ts'
import { call, CallFailed } from '#kit/web/call.ts'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import { useSettings } from '#kit/web/settings.ts'
import { DemoAccounts } from './DemoAccounts.tsx'
import { signInWithGoogle } from './google-popup.ts'
import { returnAddress } from './return-address.ts'
import { saveUser } from './session-store.ts'
import { SignInCard } from './SignInCard.tsx'

/** Username and password. Field errors appear below the fields (C-225), the server's message in an alert (C-307). */
export function PasswordStep({ forgot }: { forgot: () => void }) {
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const { errors, isPending, signIn } = useSignIn(username, password)
  const { google } = useSettings()
  return (
    <SignInCard title={texts.signIn}>
      <form onSubmit={(event) => void signIn(event)} noValidate>
        <Stack gap="md">
          {returnAddress()?.isSignedOutElsewhere && (
            <Text role="status" size="sm">
              {texts.signedOutElsewhere}
            </Text>
          )}
          <TextInput
            label={texts.username}
            value={username}
            onChange={(event) => setUsername(event.currentTarget.value)}
            error={errors['username']}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
            size="md"
          />
          <PasswordInput
            label={texts.password}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            error={errors['password']}
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': texts.showPassword }}
            size="md"
          />
          <Button type="submit" disabled={isPending} size="md" fullWidth>
            {texts.signIn}
          </Button>
          <Group justify="center">
            <Anchor component="button" type="button" size="sm" onClick={forgot}>
              {texts.forgot}
            </Anchor>
          </Group>
          {google ? <GoogleButton /> : null}
        </Stack>
      </form>
      <DemoAccounts
        choose={(account, secret) => {
          setUsername(account)
          setPassword(secret)
        }}
      />
    </SignInCard>
  )
}

/** A person who has signed in leaves this screen, so that it stays pending. */
function useSignIn(username: string, password: string) {
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [isPending, setPending] = useState(false)
  const signIn = async (event: SubmitEvent) => {
    event.preventDefault()
    setPending(true)
    Object.values(errors).forEach(hideToast)
    setErrors({})
    try {
      saveUser(await call(sessions.authenticate, { username, password }))
    } catch (error) {
      if (error instanceof CallFailed) setErrors(error.fields)
      toastError(sentenceOf(error))
      setPending(false)
    }
  }
  return { errors, isPending, signIn }
}

function GoogleButton() {
  return (
    <>
      <Divider label={texts.or} />
      <Button
        variant="default"
        size="md"
        fullWidth
        leftSection={<IconBrandGoogleFilled size={16} aria-hidden />}
        onClick={() => void signInWithGoogle()}
      >
        {texts.withGoogle}
      </Button>
    </>
  )
}
