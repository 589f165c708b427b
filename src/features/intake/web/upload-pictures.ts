import type { CallOutput } from '#kit/contract/endpoint.ts'
import { bytesPerFile, files as filesContract, type StoredFile } from '#features/files/contract.ts'
import { addressOf, answerOf, authorisation, CallFailed, failedWith } from '#kit/web/call.ts'

const filesPerBatch = 50
/** Most bytes of one call; a batch has fewer files when it would be larger. */
const bytesPerBatch = 40 * 1024 * 1024
const triesPerBatch = 3

export type PictureProgress = { done: number; total: number }
export type PictureOutcome = { stored: StoredFile[]; failed: { file: File; reason: string }[] }

/**
 * Uploads pictures in several calls, one after another. A call that fails because of the network or the server is tried
 * three times; a batch that is refused is sent file by file, so that one bad file does not lose the others.
 * Rejects only when cancelled (AbortError) or signed out (CallFailed 401).
 */
export async function uploadPictures(
  pictures: readonly File[],
  {
    onProgress,
    onStored,
    signal,
  }: { onProgress: (progress: PictureProgress) => void; onStored: (stored: StoredFile[]) => void; signal: AbortSignal },
): Promise<PictureOutcome> {
  const outcome: PictureOutcome = { stored: [], failed: [] }
  const accepted = pictures.filter((file) => {
    if (file.size <= bytesPerFile) return true
    outcome.failed.push({ file, reason: 'is larger than 10 MB' })
    return false
  })
  const reportProgress = () =>
    onProgress({ done: outcome.stored.length + outcome.failed.length, total: pictures.length })
  reportProgress()
  for (const batch of batchesOf(accepted)) {
    const before = outcome.stored.length
    await sendBatch(batch, outcome, signal)
    onStored(outcome.stored.slice(before))
    reportProgress()
  }
  return outcome
}

async function sendBatch(batch: File[], outcome: PictureOutcome, signal: AbortSignal): Promise<void> {
  try {
    outcome.stored.push(...(await sendWithRetries(batch, signal)))
  } catch (error) {
    if (signal.aborted || failedWith(error, 401)) throw error
    const refused = error instanceof CallFailed && error.status < 500
    if (refused && batch.length > 1) {
      for (const file of batch) await sendBatch([file], outcome, signal)
      return
    }
    const reason = error instanceof CallFailed ? error.message : 'could not be sent'
    outcome.failed.push(...batch.map((file) => ({ file, reason })))
  }
}

async function sendWithRetries(batch: File[], signal: AbortSignal): Promise<StoredFile[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await send(batch, signal)
    } catch (error) {
      const isTransient = !(error instanceof CallFailed) || error.status >= 500 || error.status === 429
      if (signal.aborted || !isTransient || attempt === triesPerBatch) throw error
      await new Promise((resolve) => setTimeout(resolve, 500 * attempt))
    }
  }
}

async function send(batch: File[], signal: AbortSignal): Promise<StoredFile[]> {
  const body = new FormData()
  for (const file of batch) body.append('files', file, file.name)
  const { url } = addressOf(filesContract.uploadImages, {})
  const sent = authorisation()
  const response = await fetch(url, { method: 'POST', headers: sent, body, signal })
  return ((await answerOf(response, sent)) as CallOutput<typeof filesContract.uploadImages>).Data
}

function* batchesOf(pictures: readonly File[]): Generator<File[]> {
  let batch: File[] = []
  let bytes = 0
  for (const file of pictures) {
    if (batch.length === filesPerBatch || (batch.length > 0 && bytes + file.size > bytesPerBatch)) {
      yield batch
      batch = []
      bytes = 0
    }
    batch.push(file)
    bytes += file.size
  }
  if (batch.length > 0) yield batch
}
