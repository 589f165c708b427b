import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import type { User } from '#features/sessions/contract.ts'
import { wrongCode } from '#features/sessions/messages.ts'
import { toastError } from '#kit/web/alerts.ts'
import { call, CallFailed } from '#kit/web/call.ts'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import { CodeBoxes, codeLength } from './CodeBoxes.tsx'
import { sessionCalls } from './session-calls.ts'
import { forgetUser, saveUser } from './session-store.ts'
import { SignInCard } from './SignInCard.tsx'
import { texts } from './texts.ts'

/** The second step with an authenticator app: its code in six boxes, or a recovery code. */
export function AppCodeStep({ pending }: { pending: User }) {
  const [code, setCode] = useState('')
  const [isRecovery, setRecovery] = useState(false)
  const [isWrong, setWrong] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const change = (typed: string) => {
    setCode(typed)
    setWrong(false)
  }
  const verify = async (event: SubmitEvent) => {
    event.preventDefault()
    setBusy(true)
    try {
      const twoFactorAuthCode = isRecovery ? [code.trim()] : code.split('')
      saveUser(await call(sessionCalls.verifyCode, { id: pending.id, twoFactorAuthCode }))
    } catch (error) {
      const isWrongNow = error instanceof CallFailed && error.message === wrongCode
      toastError(isWrongNow && isRecovery ? texts.wrongRecovery : sentenceOf(error))
      setWrong(isWrongNow)
      setBusy(false)
    }
  }
  return (
    <SignInCard title={texts.verifyTitle}>
      <form onSubmit={(event) => void verify(event)}>
        <Stack gap="md">
          {isRecovery ? (
            <TextInput
              label={texts.recoveryCode}
              description={texts.recoveryHint}
              value={code}
              onChange={(event) => change(event.currentTarget.value)}
              error={isWrong ? texts.wrongRecovery : undefined}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={40}
              autoFocus
              size="md"
            />
          ) : (
            <>
              <Text size="sm" c="dimmed">
                {texts.appCode}
              </Text>
              <CodeBoxes code={code} isWrong={isWrong} change={change} />
            </>
          )}
          <Button type="submit" size="md" fullWidth disabled={code.trim().length < codeLength || isBusy}>
            {texts.verify}
          </Button>
          <Stack gap={6} align="center">
            <Anchor
              component="button"
              type="button"
              size="sm"
              onClick={() => {
                change('')
                setRecovery(!isRecovery)
              }}
            >
              {isRecovery ? texts.useApp : texts.useRecovery}
            </Anchor>
            <Anchor component="button" type="button" size="sm" onClick={forgetUser}>
              {texts.backToSignIn}
            </Anchor>
          </Stack>
          {isRecovery ? (
            <Text size="xs" c="dimmed">
              {texts.lostApp}
            </Text>
          ) : null}
        </Stack>
      </form>
    </SignInCard>
  )
}
