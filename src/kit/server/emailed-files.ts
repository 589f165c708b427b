import { signedPath } from './files.ts'
import type { AppContext } from './serve.ts'

/** Days for which an emailed link works (G83, G86). */
const linkDays = 7

/** The link of an email to a file that a job made for this user. */
export function emailedLink(
  { settings: { appUrl, signingSecret }, files }: Pick<AppContext, 'settings' | 'files'>,
  file: { key: string; user: string },
): string {
  return appUrl + signedPath(signingSecret, { bucket: files.bucket, ...file }, 24 * linkDays)
}

/** The sentences below such links: how long they work, and the screen that has the files afterwards. */
export function aboutLinks(
  { settings: { appUrl } }: Pick<AppContext, 'settings'>,
  { storedDays, path }: { storedDays: number; path: string },
): string {
  return `The links work for ${linkDays} days for anybody who has them, as long as you can use the console. The files can be downloaded for ${storedDays} days under:\n${appUrl}${path}`
}
