import { addressOf, answerOf, authorisation } from '#kit/web/call.ts'
import { saveFile } from '#kit/web/fetch-file.ts'
import { intake } from '#features/intake/contract.ts'

/** Downloads the empty upload sheet of a platform. Rejects with CallFailed. */
export async function saveTemplate(platform: string): Promise<void> {
  const { url } = addressOf(intake.template, { platform })
  const sent = authorisation()
  const response = await fetch(url, { headers: sent })
  if (!response.ok) {
    await answerOf(response, sent)
    return
  }
  saveFile(await response.blob(), `${platform}-template.xlsx`)
}
