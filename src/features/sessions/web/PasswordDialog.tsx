import { Button, Group, Modal, PasswordInput, Stack } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { sessions } from '#features/sessions/contract.ts'
import { currentPasswordWrong, passwordProblems, passwordUpdated } from '#features/sessions/messages.ts'
import { texts } from './texts.ts'
import { toastError, toastSuccess } from '#kit/web/alerts.ts'
import { call, CallFailed } from '#kit/web/call.ts'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import { firstPasswordProblem } from './first-password-problem.ts'
import { expectSignOut, storedSession } from './session-store.ts'

/** Milliseconds the success message is shown before the person is signed out (C-311). */
const signOutAfter = 2000

/** Changes one's own password; then every session ends, including this one (C-232 to C-239, C-310, C-311). */
export function PasswordDialog({ isOpen, close, leave }: { isOpen: boolean; close: () => void; leave: () => void }) {
  return (
    <Modal opened={isOpen} onClose={close} title={texts.updatePassword} size="sm">
      <Form close={close} leave={leave} />
    </Modal>
  )
}

function Form({ close, leave }: { close: () => void; leave: () => void }) {
  const [typed, setTyped] = useState({ current: '', next: '', confirmed: '' })
  const [errors, setErrors] = useState<{ current?: string; next?: string }>({})
  const [isBusy, setBusy] = useState(false)

  const update = async (event: SubmitEvent) => {
    event.preventDefault()
    const problem = firstPasswordProblem(typed.next, typed.confirmed)
    setErrors(problem ? { next: problem === passwordProblems.tooShort ? texts.requestFailed(problem) : problem } : {})
    if (problem) return
    setBusy(true)
    try {
      await call(sessions.updatePassword, {
        token: storedSession().user?.jwtToken,
        password: typed.current,
        newPassword: typed.next,
        isLogin: 1,
      })
      expectSignOut()
      toastSuccess(passwordUpdated, { milliseconds: signOutAfter })
      setTimeout(leave, signOutAfter)
    } catch (error) {
      setBusy(false)
      const isCurrentWrong = error instanceof CallFailed && error.message === currentPasswordWrong
      setErrors(isCurrentWrong ? { current: currentPasswordWrong } : { next: sentenceOf(error) })
      toastError(sentenceOf(error))
    }
  }
  const field = (name: keyof typeof typed, label: string, error?: string) => (
    <PasswordInput
      label={label}
      value={typed[name]}
      onChange={(event) => {
        const { value } = event.currentTarget
        setTyped((before) => ({ ...before, [name]: value }))
      }}
      error={error}
      description={name === 'next' ? texts.passwordHint : undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      autoComplete={name === 'current' ? 'current-password' : 'new-password'}
      visibilityToggleButtonProps={{ 'aria-label': texts.showPassword }}
      data-autofocus={name === 'current' || undefined}
    />
  )

  return (
    <form onSubmit={(event) => void update(event)}>
      <Stack gap="sm">
        {field('current', texts.currentPassword, errors.current)}
        {field('next', texts.newPassword, errors.next)}
        {field('confirmed', texts.confirmPassword)}
        <Group justify="flex-end" gap="xs" mt="xs">
          <Button variant="default" onClick={close}>
            {texts.cancel}
          </Button>
          <Button type="submit" disabled={isBusy}>
            {texts.update}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
