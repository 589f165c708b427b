import { Anchor, Button, PasswordInput, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'
import { sessions } from '#features/sessions/contract.ts'
import { brokenLink, passwordUpdated } from '#features/sessions/messages.ts'
import { texts } from './texts.ts'
import { toastSuccess } from '#kit/web/alerts.ts'
import { call, CallFailed, failedWith } from '#kit/web/call.ts'
import { ErrorState } from '#kit/web/ErrorState.tsx'
import { PageLoading } from '#kit/web/Loading.tsx'
import { useTitle } from '#kit/web/use-title.ts'
import { firstPasswordProblem } from './first-password-problem.ts'
import { SignInCard } from './SignInCard.tsx'

/** Sets a new password from the emailed link; the form is shown only while the link is valid. */
export function ResetScreen() {
  const { token } = useParams({ strict: false }) as { token: string }
  useTitle(texts.resetTitle)
  const check = useQuery({
    queryKey: ['reset-link', token],
    queryFn: () => call(sessions.checkTokenInBody, { token }),
    retry: false,
    staleTime: Infinity,
  })
  if (check.isPending) return <PageLoading />
  const isLive = check.data?.status === true && check.data.purpose === 'reset'
  return (
    <SignInCard title={texts.resetTitle}>
      {isLive ? (
        <ResetForm token={token} check={() => void check.refetch()} />
      ) : check.error && !failedWith(check.error, 400, 404, 422) ? (
        // The link may be valid: there was no answer about it.
        <ErrorState error={check.error} retry={() => void check.refetch()} />
      ) : (
        <Stack gap="md">
          <Text role="alert">{brokenLink}</Text>
          <Text size="sm" c="dimmed">
            {texts.brokenHint}
          </Text>
          <Anchor component={Link} to="/login" size="sm">
            {texts.backToSignIn}
          </Anchor>
        </Stack>
      )}
    </SignInCard>
  )
}

/** `check` asks again whether the link is valid: it may have ended while the form was open. */
function ResetForm({ token, check }: { token: string; check: () => void }) {
  const [password, setPassword] = useState('')
  const [confirmed, setConfirmed] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const navigate = useNavigate()

  const save = async (event: SubmitEvent) => {
    event.preventDefault()
    const found = firstPasswordProblem(password, confirmed)
    setProblem(found)
    if (found) return
    setBusy(true)
    try {
      await call(sessions.updatePassword, { token, newPassword: password, isLogin: 0 })
      toastSuccess(passwordUpdated, { milliseconds: 1000 })
      setTimeout(() => void navigate({ to: '/login' }), 1000)
    } catch (error) {
      // A rule that only the server can check belongs to the field; other failures are only logged.
      if (error instanceof CallFailed && error.fields['newPassword']) setProblem(error.fields['newPassword'])
      else {
        console.error(error)
        check()
      }
      setBusy(false)
    }
  }

  return (
    <form onSubmit={(event) => void save(event)}>
      <Stack gap="md">
        <PasswordInput
          label={texts.password}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={problem}
          description={texts.passwordHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': texts.showPassword }}
          autoFocus
          size="md"
        />
        <PasswordInput
          label={texts.confirmPassword}
          value={confirmed}
          onChange={(event) => setConfirmed(event.currentTarget.value)}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': texts.showPassword }}
          size="md"
        />
        <Button type="submit" size="md" fullWidth disabled={isBusy}>
          {texts.resetPassword}
        </Button>
      </Stack>
    </form>
  )
}
