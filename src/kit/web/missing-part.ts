/** Whether code of the console could not be fetched, by the browsers' messages. */
export function isMissingPart(error: unknown): boolean {
  return (
    error instanceof TypeError && /dynamically imported module|importing a module script failed/i.test(error.message)
  )
}

/** Errors of code that is still on the server, as far as is known. */
const toRetry = 'PartToRetry'

/** Whether code could not be fetched that another attempt may get. */
export const isPartToRetry = (error: unknown): boolean => error instanceof Error && error.name === toRetry

/**
 * The failure of a first attempt to fetch code, as it is shown: only a file that the server no longer has, after an
 * update, needs a reload of the page. Anything else may be a moment's failure of the network or of a proxy.
 */
export async function failureOfPart(error: unknown): Promise<unknown> {
  if (!isMissingPart(error) || (await isGone((error as Error).message))) return error
  return Object.assign(new Error('A part could not be fetched', { cause: error }), { name: toRetry })
}

/** Whether the server says that it has no such file. Chromium and Firefox name it in the message, Safari does not. */
async function isGone(message: string): Promise<boolean> {
  const [address] = /https?:\S+/.exec(message) ?? []
  if (address === undefined) return false
  try {
    const { status } = await fetch(address, { method: 'HEAD', cache: 'no-store' })
    return status === 404 || status === 410
  } catch {
    return false
  }
}
