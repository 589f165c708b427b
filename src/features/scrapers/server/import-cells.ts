import { getPublicSuffix } from 'tldts'
import { readCell } from '#columns/column.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { normaliseDomain } from '#vocabulary/addresses.ts'
import { siteOf } from '#vocabulary/sites.ts'
import { awaitingApproval } from '#vocabulary/statuses.ts'

/** Cells of a row by column. */
export type Cells = Readonly<Record<string, string>>

type Page = { address: string; title: string; picture: string; ipAddress: string | null; read: Cells }

/**
 * The cells of a page in the platform's import columns, as Upload Data accepts them: what is read of the page, what is
 * known of its address, and the picture's name. A cell that Upload Data would refuse is cut where it is too long, else
 * left out; a required one falls back to what is known of every page.
 */
export function importCells(platform: FindingPlatformDefinition, page: Page): Cells {
  const { columns, imported, importedIfNamed } = platform
  const host = new URL(page.address).hostname.replace(/^www\./, '')
  const known: Record<string, string> = {
    [platform.identity]: page.address,
    image: page.picture,
    status: awaitingApproval,
    site: host,
    platform: host,
    appStore: host,
    title: page.title,
    heading: page.title,
    appName: page.title === '' ? host : page.title,
    ...(page.ipAddress === null ? {} : { ipAddress: page.ipAddress }),
    ...domainCells(platform, page.address),
  }
  const fixed = new Set(['image', 'status', platform.identity])
  const cells: Record<string, string> = {}
  for (const name of [...imported, ...importedIfNamed]) {
    const tried = fixed.has(name) ? [known[name]] : [page.read[name], known[name]]
    const cell = tried.flatMap((text) => acceptable(columns[name]!, text)).at(0)
    if (cell !== undefined) cells[name] = cell
  }
  return cells
}

function domainCells({ value, identity }: FindingPlatformDefinition, address: string): Cells {
  const domain = normaliseDomain(address)
  if (identity === 'domain') {
    const tld = getPublicSuffix(domain)
    return { domain, url: address, ...(tld === null ? {} : { tld: `.${tld}` }) }
  }
  return value === 'website' ? { domain: siteOf(domain) } : {}
}

type Column = FindingPlatformDefinition['columns'][string]

/** The text if its column takes it, cut where it is too long; nothing otherwise. */
function acceptable(column: Column, text: string | undefined): string[] {
  // oxlint-disable-next-line no-control-regex -- a page's text may have them, a cell may not (G107)
  const plain = (text ?? '')
    .toWellFormed()
    .replace(/[\u0000-\u001f\u007f-\u009f\uFFFE]+/g, ' ')
    .trim()
  if (plain === '') return []
  for (const one of [plain, Array.from(plain).slice(0, column.max).join('').slice(0, column.max).trim()]) {
    const read = readCell(column, one.toWellFormed())
    if ('value' in read && read.value !== null) return [one.toWellFormed()]
  }
  return []
}
