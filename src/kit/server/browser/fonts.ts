import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The fonts of our PDFs: Latin, Greek, Cyrillic, Devanagari, Arabic, Tamil, Chinese, Japanese and Korean. */
const fonts = join(import.meta.dirname, '../fonts')

/**
 * Writes a fontconfig file that adds our fonts to those of the machine, which may have none, and returns its path.
 * `folder` also gets fontconfig's cache, so that the second browser starts as fast as it can.
 */
export async function writeFontConfig(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, 'fonts.conf')
  const partial = `${path}.${process.pid}`
  await writeFile(partial, configuration(join(folder, 'font-cache')))
  await rename(partial, path)
  return path
}

/** Families that pages name and machines without fonts lack; the first one present is drawn. */
const generic = { 'sans-serif': 'Noto Sans', serif: 'Noto Sans', monospace: 'Noto Sans', 'system-ui': 'Noto Sans' }

const configuration = (cache: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${inXml(fonts)}</dir>
  <cachedir>${inXml(cache)}</cachedir>
${Object.entries(generic)
  .map(([family, font]) => `  <alias><family>${family}</family><prefer><family>${font}</family></prefer></alias>`)
  .join('\n')}
</fontconfig>
`

const inXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
