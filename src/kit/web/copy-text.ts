import { toastError } from './alerts.ts'

const cannotCopy = 'Copying is not possible here.'

/** Copies a text; says so when the browser does not allow it, as it does on http or without permission. */
export async function copyText(text: string, refusal = cannotCopy): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    toastError(refusal)
    return false
  }
}
