import { companyExists } from '#features/companies/server/find-company.ts'
import type { JsonReport, RowsDeps } from '#features/staging-rows/server/open-rows.ts'
import { problemOf } from '#features/staging-rows/server/read-header.ts'
import type { Refusal } from '#features/staging-rows/server/read-json-object.ts'
import { requireBrand } from '#features/staging-rows/server/require-brand.ts'
import { coveredAddresses } from '#features/white-label/server/covered-addresses.ts'
import { isNotValid } from '#kit/contract/texts.ts'
import { invalid } from '#kit/server/problem.ts'
import { runInThread } from '#kit/server/run-in-thread.ts'
import { ownBytes } from '#kit/server/threads.ts'
import { platformOf } from '#platforms/all.ts'
import type { AnswerJob, ParsedLines } from './check.worker.ts'
import * as queries from './queries.ts'

const file = new URL('./check.worker.ts', import.meta.url)

/**
 * Which of 1 to 20,000 addresses an upload would reject as duplicates (S-121, G92), as JSON bytes written in a worker
 * thread. Throws 400, 413, 422 for invalid fields, 503 when busy.
 */
export async function checkDuplicates({ db, threads }: RowsDeps, body: Uint8Array): Promise<JsonReport> {
  const bytes = ownBytes(body)
  const parsed = await runInThread<ParsedLines | { refusal: Refusal }>(threads, {
    file,
    name: 'readLines',
    input: { body: bytes },
    transferred: [bytes],
  })
  if ('refusal' in parsed) throw problemOf(parsed.refusal)
  const { scope, lines, identities, addresses } = parsed
  const { companyId, brandId, platform } = scope
  if (!(await companyExists(db, companyId))) throw invalid({ company: isNotValid('Company') })
  if (brandId !== undefined) await requireBrand(db, { companyId, brandId }, platformOf(platform)!)
  const brandNames = await queries.brandNames(db, scope)
  const input: AnswerJob = {
    lines,
    brandNames,
    stored: await queries.storedFindings(db, scope, { brandIds: Object.keys(brandNames), identities }),
    // Without a brand only the white lists of the whole company count.
    whiteListed: await coveredAddresses(db, { companyId, brandId: brandId ?? null, platform, addresses }),
  }
  return { status: 200, json: await runInThread<Uint8Array>(threads, { file, name: 'writeAnswer', input }) }
}
