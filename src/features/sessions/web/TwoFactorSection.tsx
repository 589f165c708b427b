import { Button, Group, Paper, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { security } from '#features/sessions/contract.ts'
import { OpenModal } from '#kit/web/OpenModal.tsx'
import { toastSuccess } from '#kit/web/alerts.ts'
import { call, CallFailed } from '#kit/web/call.ts'
import { ErrorState, sentenceOf } from '#kit/web/ErrorState.tsx'
import { LoadingRows } from '#kit/web/Loading.tsx'
import { useSettings } from '#kit/web/settings.ts'
import { showDayOf } from '#vocabulary/dates.ts'
import { timeOut } from './session-store.ts'
import { RecoveryCodes, SetUpAuthenticator } from './SetUpAuthenticator.tsx'
import { texts } from './texts.ts'

type Action = 'set-up' | 'renew' | 'turn-off'
const stateKey = ['own security']

/** The own authenticator app: set it up, make new recovery codes, turn it off. */
export function TwoFactorSection() {
  const { businessZone } = useSettings()
  const [action, setAction] = useState<Action>()
  const state = useQuery({ queryKey: stateKey, queryFn: () => call(security.state, {}) })
  if (state.isPending) return <LoadingRows rows={3} height={40} />
  if (!state.data) return <ErrorState error={state.error} retry={() => void state.refetch()} />
  const { app, isGoogle, hasEmailCodes, isRequired } = state.data
  const about = isGoogle
    ? texts.googleSecondFactor
    : app
      ? texts.appOn(showDayOf(app.since, businessZone))
      : hasEmailCodes
        ? texts.emailOn
        : texts.appOff
  return (
    <Paper withBorder p="md" component="section" aria-label={texts.twoFactor}>
      <Stack gap="xs">
        <Title order={2} size="h4">
          {texts.twoFactor}
        </Title>
        <Text size="sm">{about}</Text>
        {app ? <Text size="sm">{texts.codesLeft(app.recoveryCodesLeft)}</Text> : null}
        {isRequired ? (
          <Text size="sm" c="dimmed">
            {texts.isRequired}
          </Text>
        ) : null}
        {isGoogle ? null : (
          <Group gap="xs" mt="xs">
            {app ? (
              <>
                <Button variant="default" onClick={() => setAction('renew')}>
                  {texts.renew}
                </Button>
                <Button variant="default" onClick={() => setAction('turn-off')}>
                  {texts.turnOff}
                </Button>
              </>
            ) : (
              <Button onClick={() => setAction('set-up')}>{texts.setUp}</Button>
            )}
          </Group>
        )}
      </Stack>
      {action ? (
        <ActionDialog action={action} isRequired={isRequired && !hasEmailCodes} close={() => setAction(undefined)} />
      ) : null}
    </Paper>
  )
}

const titles: Readonly<Record<Action, string>> = {
  'set-up': texts.setUpTitle,
  renew: texts.renew,
  'turn-off': texts.turnOffTitle,
}

/** Password (and code), then what the action shows. */
function ActionDialog({ action, isRequired, close }: { action: Action; isRequired: boolean; close: () => void }) {
  const queries = useQueryClient()
  const [enrolment, setEnrolment] = useState<{ secret: string; uri: string }>()
  const [codes, setCodes] = useState<readonly string[]>()
  const finish = () => {
    void queries.invalidateQueries({ queryKey: stateKey })
    close()
  }
  const send = async (typed: { password: string; code: string }) => {
    if (action === 'set-up') setEnrolment(await call(security.beginAuthenticator, { password: typed.password }))
    else if (action === 'renew') setCodes((await call(security.renewRecoveryCodes, typed)).recoveryCodes)
    else {
      const { isSignedOut } = await call(security.turnOff, typed)
      toastSuccess(texts.turnedOff)
      if (isSignedOut) timeOut()
      else finish()
    }
  }
  const notes: Readonly<Record<Action, string | undefined>> = {
    'set-up': undefined,
    renew: texts.renewText,
    'turn-off': isRequired ? texts.turnOffRequired : texts.turnOffText,
  }
  const body = codes ? (
    <RecoveryCodes codes={codes} done={finish} label={texts.done} />
  ) : enrolment ? (
    <SetUpAuthenticator
      enrolment={enrolment}
      confirm={async (code) => setCodes((await call(security.confirmAuthenticator, { code })).recoveryCodes)}
    />
  ) : (
    <Proof note={notes[action]} asksCode={action !== 'set-up'} send={send} close={close} label={titles[action]} />
  )
  return (
    <OpenModal
      onClose={codes ? finish : close}
      title={codes ? texts.codesTitle : titles[action]}
      size="sm"
      // The codes are shown once: they leave the screen by 'Done', after somebody has stored them.
      closeOnClickOutside={!codes}
      closeOnEscape={!codes}
      withCloseButton={!codes}
    >
      {body}
    </OpenModal>
  )
}

type ProofProps = {
  note: string | undefined
  asksCode: boolean
  label: string
  send: (typed: { password: string; code: string }) => Promise<void>
  close: () => void
}

/** Asks for the password, and for a code where there is an app already. */
function Proof({ note, asksCode, label, send, close }: ProofProps) {
  const [typed, setTyped] = useState({ password: '', code: '' })
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    setBusy(true)
    setErrors({})
    try {
      await send(typed)
    } catch (error) {
      const fields = error instanceof CallFailed ? error.fields : {}
      setErrors(Object.keys(fields).length > 0 ? fields : { password: sentenceOf(error) })
    }
    setBusy(false)
  }
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack gap="sm">
        {note ? <Text size="sm">{note}</Text> : null}
        <PasswordInput
          label={texts.passwordFirst}
          value={typed.password}
          onChange={(event) => setTyped({ ...typed, password: event.currentTarget.value })}
          error={errors['password']}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': texts.showPassword }}
          data-autofocus
        />
        {asksCode ? (
          <TextInput
            label={texts.codeOrRecovery}
            value={typed.code}
            onChange={(event) => setTyped({ ...typed, code: event.currentTarget.value })}
            error={errors['code']}
            autoComplete="one-time-code"
            maxLength={40}
          />
        ) : null}
        <Group justify="flex-end" gap="xs" mt="xs">
          <Button variant="default" onClick={close}>
            {texts.cancel}
          </Button>
          <Button type="submit" disabled={isBusy || typed.password === '' || (asksCode && typed.code === '')}>
            {asksCode ? label.replace(/ the .*$/, '') : texts.continue}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
