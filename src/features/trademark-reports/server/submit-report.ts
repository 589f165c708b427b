import type { ReportRecord, trademarkReports } from '#features/trademark-reports/contract.ts'
import { findBrandNamed } from '#features/brands/server/find-brand.ts'
import { companyExists } from '#features/companies/server/find-company.ts'
import { linkTo, queueToolJob } from '#features/tool-jobs/server/job-actions.ts'
import { pageOfJobs } from '#features/tool-jobs/server/job-calls.ts'
import { messages } from '#features/trademark-reports/messages.ts'
import { availablePlatforms, availableWebsites, websiteNamed } from '#features/trademark-reports/rules.ts'
import { requireBrand } from '#features/staging-rows/server/require-brand.ts'
import { addressOf } from '#features/users/server/address-of.ts'
import { isNotValid } from '#kit/contract/texts.ts'
import { newId } from '#kit/server/id.ts'
import { invalid } from '#kit/server/problem.ts'
import type { AppContext, Call } from '#kit/server/serve.ts'
import { platformOf } from '#platforms/all.ts'

/**
 * Queues a report; 422 for a brand of another company, one that is disabled or has not the platform, or a website that is not
 * available, 429 with 20 waiting.
 */
export async function submitReport(
  { browser }: AppContext,
  { db, session, input }: Call<typeof trademarkReports.submit>,
): Promise<{ message: string; id: string }> {
  const { company, brand, platform, infringingMaterial: links, type = '' } = input
  if (!(await companyExists(db, company))) throw invalid({ company: isNotValid('Company') })
  const brandId = await findBrandNamed(db, company, brand)
  if (brandId === undefined) throw invalid({ brand: isNotValid('Brand') })
  const website = websiteNamed(input.website)
  const isOffered = availablePlatforms.some((one) => one === platform)
  if (!isOffered || !website || !availableWebsites.includes(website)) throw invalid({ website: messages.notAvailable })
  await requireBrand(db, { companyId: company, brandId }, platformOf(platform)!)
  const missing = await browser.missing()
  if (missing !== undefined) throw invalid({ browser: missing })
  const id = newId()
  await queueToolJob(
    db,
    {
      id,
      kind: 'trademark-report',
      tool: website,
      userId: session.userId,
      platform,
      companyId: company,
      brandId,
      options: { type: type.toLowerCase(), links },
    },
    // One form takes all links: it is filled once, or not at all.
    [links.join('\n')],
  )
  return { message: messages.submitted, id }
}

/** A page of the reports of all staff, newest first. */
export async function listReports(
  app: AppContext,
  { db, session, input: { page = 1, limit: size = 10 } }: Call<typeof trademarkReports.list>,
) {
  const { found, total } = await pageOfJobs(db, session, { kinds: ['trademark-report'], page, size })
  const data = found.map(({ stored, listed }): ReportRecord => {
    const links = (stored.options['links'] ?? []) as string[]
    const picture = stored.files.findLast(({ name }) => name.endsWith('.png'))
    return {
      ...listed,
      company: stored.company ?? '',
      brand: stored.brand ?? '',
      website: stored.tool,
      type: String(stored.options['type'] ?? ''),
      numOfRecords: links.length,
      infringingMaterial: links,
      screenShotURL: picture ? linkTo(app, session, picture.key) : null,
      username: stored.username,
    }
  })
  const [email, missing = null] = await Promise.all([addressOf(db, session.userId), app.browser.missing()])
  const totalPages = Math.max(1, Math.ceil(total / size))
  return {
    result: true as const,
    total,
    page,
    totalPages,
    data,
    email,
    missing,
    isFiled: app.settings.trademarkFiling,
  }
}
