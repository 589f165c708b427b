import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import type { User } from '#features/sessions/contract.ts'
import { sessionCalls } from '#features/sessions/web/session-calls.ts'
import { wrongCode } from '#features/sessions/messages.ts'
import { texts } from './texts.ts'
import { toastError, toastOutcome } from '#kit/web/alerts.ts'
import { call, CallFailed } from '#kit/web/call.ts'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import { CodeBoxes, codeLength } from './CodeBoxes.tsx'
import { useResendCountdown } from './resend-countdown.ts'
import { forgetUser, saveUser } from './session-store.ts'
import { SignInCard } from './SignInCard.tsx'

/** The one-time code: six boxes, and a new code every 120 s (C-048, C-208, C-209). */
export function VerifyStep({ pending }: { pending: User }) {
  const [code, setCode] = useState('')
  const [isWrong, setWrong] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const countdown = useResendCountdown()

  const verify = async (event: SubmitEvent) => {
    event.preventDefault()
    setBusy(true)
    try {
      saveUser(await call(sessionCalls.verifyCode, { id: pending.id, twoFactorAuthCode: code.split('') }))
    } catch (error) {
      toastError(sentenceOf(error))
      setWrong(error instanceof CallFailed && error.message === wrongCode)
      setBusy(false)
    }
  }
  const resend = async () => {
    if (!(await toastOutcome(() => call(sessionCalls.resendCode, { id: pending.id })))) return
    countdown.restart()
    setCode('')
    setWrong(false)
  }

  return (
    <SignInCard title={texts.verifyTitle}>
      <form onSubmit={(event) => void verify(event)}>
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            {texts.codeSentTo(pending.maskEmailId)}
          </Text>
          <CodeBoxes
            code={code}
            isWrong={isWrong}
            change={(typed) => {
              setCode(typed)
              setWrong(false)
            }}
          />
          <Button type="submit" size="md" fullWidth disabled={code.length < codeLength || isBusy}>
            {texts.verify}
          </Button>
          <Group justify="space-between">
            <Button variant="subtle" size="compact-sm" disabled={countdown.seconds > 0} onClick={() => void resend()}>
              {texts.resend}
            </Button>
            {countdown.seconds > 0 ? (
              <Text size="sm" c="dimmed" className="tabular" role="timer" aria-label={texts.resendIn}>
                {countdown.text}
              </Text>
            ) : null}
          </Group>
          <Group justify="center">
            <Anchor component="button" type="button" size="sm" onClick={forgetUser}>
              {texts.backToSignIn}
            </Anchor>
          </Group>
        </Stack>
      </form>
    </SignInCard>
  )
}
