import { z } from 'zod'
import { pageParams } from '#kit/contract/page.ts'
import { id, isNotValid, isRequired, optionalBoolean } from '#kit/contract/texts.ts'
import { platformValue } from '#vocabulary/platform-names.ts'
import { jobStates } from '#vocabulary/job-states.ts'
import { quickTools } from '#vocabulary/quick-tools.ts'
import { messages } from './messages.ts'
import { inputOf, isQuickTool, maxUrl, maxUrls, scanPlatforms, urlsIn } from './rules.ts'

const flag = (label: string, otherwise: boolean) => optionalBoolean(label).transform((given) => given ?? otherwise)

/** A text of the file or the input, or a list of urls. */
const urls = z
  .union([z.string().max(3_000_000, messages.tooManyUrls), z.array(z.string(), messages.urlTooLong)], {
    error: isNotValid('Urls'),
  })
  .optional()

/**
 * A quick-tool job as it is requested (S-226). The server counts the records itself (G118); email and username are those
 * of the caller.
 */
export const quickToolRequest = z
  .object({
    report: z.enum(quickTools, { error: ({ input }) => (input ? isNotValid('Report') : isRequired('Report')) }),
    urls,
    /** In any of its spellings (G7). */
    platform: z
      .string()
      .max(60)
      .default('domain')
      .transform((text) => platformValue(text) ?? text),
    proxy: flag('Proxy', false),
    fullscreen: flag('Fullscreen', false),
    headless: flag('Headless', true),
    email: z.string().max(320).optional(),
    username: z.string().max(200).optional(),
    numOfRecords: z.union([z.string().max(20), z.number()]).optional(),
  })
  .transform(({ urls: raw, ...others }, context) => {
    const kind = inputOf[others.report]
    const given = [raw ?? []].flat().flatMap((text) => urlsIn(others.report, text))
    const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if (kind === 'platform') {
      if (!(scanPlatforms as readonly string[]).includes(others.platform)) refuse('platform', messages.scanPlatform)
    } else if (given.length === 0) refuse('urls', messages.noUrls)
    else if (kind === 'one' && (given.length > 1 || /[\n\r]/.test(given[0]!))) refuse('urls', messages.oneUrl)
    else if (given.length > maxUrls) refuse('urls', messages.tooManyUrls)
    else if (given.some((one) => one.length > maxUrl)) refuse('urls', messages.urlTooLong)
    return { ...others, urls: kind === 'platform' ? [] : given }
  })

/** A job of a quick tool in the list (S-117). */
export const quickToolRecord = z.object({
  id,
  _id: id,
  DateCreated: z.string(),
  username: z.string(),
  report: z.string(),
  /** Its first term or address and how many more it has, or the platform; '' for old jobs. */
  subject: z.string(),
  numOfRecords: z.number(),
  status: z.enum(jobStates),
  /** Link to the first file, valid for an hour; null until it is finished, and once it is no longer stored. */
  downloadURL: z.string().nullable(),
  /** Lines finished, those of them that failed, and all. */
  done: z.number(),
  failed: z.number(),
  total: z.number(),
  /** About how long it will take at its present pace, while it is worked on; null where that is not known yet. */
  secondsLeft: z.number().nullable(),
  problem: z.string().nullable(),
  files: z.array(z.object({ name: z.string(), bytes: z.number(), records: z.number().nullable() })),
  isStored: z.boolean(),
  /** Its failed lines were queued again, as a job of their own. */
  isRetried: z.boolean(),
  /** It ended before its time, and the files of its finished lines are being written. */
  awaitsFiles: z.boolean(),
  /** Whether the caller may cancel, pause and repeat it. */
  isOwn: z.boolean(),
})
export type QuickToolRecord = z.output<typeof quickToolRecord>

/** One report key or several; unknown ones find nothing. */
const reports = z
  .union([z.string().max(600), z.array(z.string().max(60)).max(50)], { error: isNotValid('Report') })
  .transform((raw) =>
    [raw]
      .flat()
      .flatMap((one) => one.split(','))
      .filter(isQuickTool),
  )

export const quickToolQuery = z.object({ ...pageParams, report: reports })
