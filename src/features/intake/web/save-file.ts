import { addressOf, answerOf, authorisation } from '#kit/web/call.ts'
import { intake } from '#features/intake/contract.ts'

/** Downloads a file under the given name. */
export function saveFile(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** Downloads the empty upload sheet of a platform. Rejects with CallFailed. */
export async function saveTemplate(platform: string): Promise<void> {
  const { url } = addressOf(intake.template, { platform })
  const response = await fetch(url, { headers: authorisation() })
  if (!response.ok) {
    await answerOf(response)
    return
  }
  saveFile(await response.blob(), `${platform}-template.xlsx`)
}
