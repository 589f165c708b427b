import { existsSync } from 'node:fs'

const locations = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** Path of a Chromium on this machine: CHROMIUM when set, else in its usual locations; undefined when there is none. */
export function findChromium() {
  return [process.env.CHROMIUM ?? '', ...locations].find((path) => path && existsSync(path))
}

/**
 * The same engine without a window, as Debian packages it (chromium-headless-shell): it takes half of the CPU time, and
 * shows no PDF. CHROMIUM when set; undefined where there is none.
 */
export function findHeadlessShell() {
  return [process.env.CHROMIUM ?? '', '/usr/lib/chromium/chromium-headless-shell'].find(
    (path) => path && existsSync(path),
  )
}
