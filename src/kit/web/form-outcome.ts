import { toastError, toastSuccess } from './alerts.ts'
import { errorAlertText } from './error-alert.ts'

/** For `onSaved` of a form: shows the message of the answer and hands over the saved record. */
export const recordSaved =
  <Row>(saved: (record: Row) => void) =>
  (answer: unknown): void => {
    const { message, data } = answer as { message: string; data: Row }
    toastSuccess(message)
    saved(data)
  }

/** For `onRefused` of a form: shows why it was not saved. */
export const alertRefused = (error: unknown): void => toastError(errorAlertText(error), { cause: error })
