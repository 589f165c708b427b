import { notificationsStore } from '@mantine/notifications'
import { beforeEach, expect, test } from 'vitest'
import { sessionOver } from '#kit/contract/session-over.ts'
import { sessionBegan, toastError, toastSessionOver } from './alerts.ts'
import { CallFailed } from './call.ts'

const shown = () => notificationsStore.getState().notifications.map(({ message }) => message)
const ended = new CallFailed(401, { message: sessionOver })

beforeEach(() => notificationsStore.setState({ ...notificationsStore.getState(), notifications: [] }))

test('C-306 the end of a session is shown once, however many calls fail with it and whenever', () => {
  toastSessionOver()
  toastError(ended.message)
  toastError(`Oops ${ended.message}`, { cause: ended })
  toastError('The list could not be loaded.', { cause: ended })
  expect(shown()).toEqual([sessionOver])
  notificationsStore.setState({ ...notificationsStore.getState(), notifications: [] })
  // A slow call, after the alert was closed.
  toastError(ended.message)
  expect(shown()).toEqual([])
  // Another one, such as that of a code which is entered too late.
  sessionBegan()
  toastError(ended.message)
  expect(shown()).toEqual([sessionOver])
})

test('a call that fails for another reason right after a session ended says so', () => {
  toastSessionOver()
  toastError('Wrong password.', { cause: new CallFailed(401, { message: 'Wrong password.' }) })
  expect(shown()).toEqual([sessionOver, 'Wrong password.'])
})
