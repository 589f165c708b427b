import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import type { SubmitEvent } from 'react'
import type { User } from '#features/sessions/contract-schemas.ts'
import { sessions } from '#features/sessions/contract.ts'
import { texts } from './texts.ts'
import { toastOutcome } from '#kit/web/alerts.ts'
import { call } from '#kit/web/call.ts'
import { CodeBoxes, codeLength } from './CodeBoxes.tsx'
import { useResendCountdown } from './resend-countdown.ts'
import { forgetUser } from './session-store.ts'
import { SignInCard } from './SignInCard.tsx'
import { useCodeStep } from './use-code-step.ts'

/** The one-time code: six boxes, and a new code every 120 s (C-048, C-208, C-209). */
export function VerifyStep({ pending }: { pending: User }) {
  const step = useCodeStep(pending)
  const countdown = useResendCountdown()

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    void step.verify(step.code.split(''))
  }
  const resend = async () => {
    if (!(await toastOutcome(() => call(sessions.resendCode, { id: pending.id })))) return
    countdown.restart()
    step.restart()
  }

  return (
    <SignInCard title={texts.verifyTitle}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            {texts.codeSentTo(pending.maskEmailId)}
          </Text>
          <CodeBoxes key={step.attempt} step={step} />
          <Button type="submit" size="md" fullWidth disabled={step.code.length < codeLength || step.isBusy}>
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
