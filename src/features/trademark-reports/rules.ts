import type { FindingPlatform } from '#vocabulary/platform-names.ts'

/** Websites that have a trademark form of their own; only those that are available can be reported to (S-185, G91). */
export const websites = ['Pinterest', 'Youtube', 'Facebook', 'Instagram'] as const
export type Website = (typeof websites)[number]
export const availableWebsites: readonly Website[] = ['Pinterest']
export const availablePlatforms: readonly FindingPlatform[] = ['social-media']

/** What is reported on a website; required where it is listed (S-183). */
export const typesOf = {
  Pinterest: ['pin', 'board', 'profile'],
  Youtube: ['Wordmark', 'Logo', 'Wordmark & logo'],
} as const satisfies Partial<Record<Website, readonly string[]>>

/** The kinds of a report to Youtube (S-184). */
export const youtubeInfringements = ['Video', 'Channel', 'Video and Channel', 'Other'] as const

/** Links of one report, and characters of each (G91). */
export const maxLinks = 100
export const maxLinkLength = 2048

/** The lines of a text without blank ones and surrounding spaces (S-082). */
export const linesOf = (text: string): string[] =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** The website of this name, in any letter case. */
export const websiteNamed = (name: string): Website | undefined =>
  websites.find((one) => one.toLowerCase() === name.trim().toLowerCase())

export const typesFor = (website: Website | undefined): readonly string[] =>
  website !== undefined && website in typesOf ? typesOf[website as keyof typeof typesOf] : []
