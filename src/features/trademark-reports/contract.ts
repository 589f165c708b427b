import { z } from 'zod'
import { jobCalls, jobFields } from '#features/tool-jobs/contract-schemas.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { clamped, pageParams } from '#kit/contract/page.ts'
import { id, isNotValid, isRequired, messageResponse } from '#kit/contract/texts.ts'
import { platformValue } from '#vocabulary/platform-names.ts'
import { staff } from '#vocabulary/roles.ts'
import { isWebAddress, refangAddress } from '#vocabulary/addresses.ts'
import { messages } from './messages.ts'
import { linesOf, maxLinkLength, maxLinks, typesFor, websiteNamed, youtubeInfringements } from './rules.ts'

const required = (label: string, max = 100) =>
  z
    .string({ error: isRequired(label) })
    .trim()
    .min(1, isRequired(label))
    .max(max, isNotValid(label))

/** Lines of a text or a list; blank ones are dropped. */
const links = z
  .union([z.string().max(300_000), z.array(z.string()).max(10 * maxLinks)], { error: isRequired('Links') })
  .transform((raw, context) => {
    const found = linesOf([raw].flat().join('\n')).map(refangAddress)
    const refuse = (message: string) => context.addIssue({ code: 'custom', message })
    if (found.length === 0) refuse(isRequired('Links'))
    if (found.length > maxLinks) refuse(messages.linkCount)
    const bad = found.findIndex((one) => one.length > maxLinkLength || !isWebAddress(one))
    if (bad >= 0) refuse((found[bad]!.length > maxLinkLength ? messages.linkLength : messages.notALink)(bad + 1))
    return found
  })

const optionalText = z.string().trim().max(100).optional()

/** The fields of a report; those of websites that are not available are checked as well (G91). */
const report = z
  .object({
    company: z.uuid({ error: isRequired('Company') }),
    /** The brand's name, matched inside the company in any letter case (G123). */
    brand: required('Brand'),
    /** In any of its spellings (G7). */
    platform: required('Platform').transform((text) => platformValue(text) ?? text),
    website: required('Website'),
    infringingMaterial: links,
    type: optionalText,
    YtinfringementType: optionalText,
    /** Ignored: the caller is known. */
    email: z.string().max(320).optional(),
  })
  .superRefine(({ website, type, YtinfringementType }, context) => {
    const known = websiteNamed(website)
    const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
    const oneOf = (field: string, label: string, text: string | undefined, allowed: readonly string[]) => {
      if (!text) refuse(field, isRequired(label))
      else if (!allowed.some((one) => one.toLowerCase() === text.toLowerCase())) refuse(field, isNotValid(label))
    }
    if (typesFor(known).length > 0) oneOf('type', 'Type', type, typesFor(known))
    if (known === 'Youtube')
      oneOf('YtinfringementType', 'Youtube infringement type', YtinfringementType, youtubeInfringements)
  })

/** A report as the list shows it (S-119). */
const record = z.object({
  ...jobFields,
  company: z.string(),
  brand: z.string(),
  website: z.string(),
  type: z.string(),
  /** Links. */
  numOfRecords: z.number(),
  infringingMaterial: z.array(z.string()),
  /** A link to the picture of the form, valid for an hour; null without one. */
  screenShotURL: z.string().nullable(),
  username: z.string(),
})
export type ReportRecord = z.output<typeof record>

export const trademarkReports = {
  submit: endpoint({
    method: 'POST',
    path: '/trademark',
    access: staff,
    summary: 'Queue a trademark report to a website',
    takes: report,
    answers: messageResponse.extend({ id }),
    bodyLimit: 2 * 1024 * 1024,
  }),
  list: endpoint({
    method: 'GET',
    path: '/trademark',
    access: staff,
    summary: 'The trademark reports of all staff, newest first',
    takes: z.object({ page: pageParams.page, limit: clamped(1, 100) }),
    answers: z.object({
      result: z.literal(true),
      total: z.number(),
      page: z.number(),
      totalPages: z.number(),
      data: z.array(record),
      email: z.string(),
      /** Why no page can be opened here. */
      missing: z.string().nullable(),
      /** Whether a filled form is also sent. */
      isFiled: z.boolean(),
    }),
  }),
  ...jobCalls('/trademark', 'trademark report'),
}
