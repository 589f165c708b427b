import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import type { User } from '#features/sessions/contract-schemas.ts'
import { CodeBoxes, codeLength } from './CodeBoxes.tsx'
import { forgetUser } from './session-store.ts'
import { SignInCard } from './SignInCard.tsx'
import { texts } from './texts.ts'
import { useCodeStep } from './use-code-step.ts'

/** The second step with an authenticator app: its code in six boxes, or a recovery code. */
export function AppCodeStep({ pending }: { pending: User }) {
  const [isRecovery, setRecovery] = useState(false)
  const step = useCodeStep(pending, isRecovery)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    void step.verify(isRecovery ? [step.code.trim()] : step.code.split(''))
  }
  return (
    <SignInCard title={texts.verifyTitle}>
      <form onSubmit={submit}>
        <Stack gap="md">
          {isRecovery ? (
            <TextInput
              label={texts.recoveryCode}
              description={texts.recoveryHint}
              value={step.code}
              onChange={(event) => step.change(event.currentTarget.value)}
              error={step.isWrong ? texts.wrongRecovery : undefined}
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
              <CodeBoxes key={step.attempt} step={step} />
            </>
          )}
          <Button type="submit" size="md" fullWidth disabled={step.code.trim().length < codeLength || step.isBusy}>
            {texts.verify}
          </Button>
          <Stack gap={6} align="center">
            <Anchor
              component="button"
              type="button"
              size="sm"
              onClick={() => {
                step.restart()
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
