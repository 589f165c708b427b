import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { type editing, rowsPerFetch } from '#features/editing/contract.ts'
import { pictureOf } from '#features/findings/server/finding-response.ts'
import { visible } from '#features/findings/server/visible.ts'
import { requireBrand } from '#features/staging-rows/server/require-brand.ts'
import type { HandlerInput } from '#kit/contract/endpoint.ts'
import type { Db } from '#kit/server/db.ts'
import { linksFor, type LinkTo } from '#kit/server/files.ts'
import { rowsOf } from '#kit/server/rows-of.ts'
import { disconnectSignal } from '#kit/server/send-sheet.ts'
import type { AppContext } from '#kit/server/serve.ts'
import type { Session } from '#kit/server/session.ts'
import { findingsToEdit, reportingDates } from './queries.ts'

/** The days on which a brand has findings of a platform, newest first. */
export async function fetchDates(
  db: Db,
  session: Session,
  input: HandlerInput<typeof editing.dates>,
): Promise<string[]> {
  const { company: companyId, brand: brandId, platform } = input
  await requireBrand(db, { companyId, brandId }, platform)
  return reportingDates(db, visible(platform, session, { clientCompanyId: companyId, brand: brandId }))
}

/** Streams the findings of a brand, platform and day with their editable columns; a disconnect cancels the query. */
export async function fetchFindings(
  app: Pick<AppContext, 'pool' | 'db' | 'settings'>,
  request: { session: Session; input: HandlerInput<typeof editing.fetch>; reply: FastifyReply },
): Promise<FastifyReply> {
  const { session, input, reply } = request
  const { company: companyId, brand: brandId, platform } = input
  await requireBrand(app.db, { companyId, brandId }, platform)
  const scope = visible(platform, session, { clientCompanyId: companyId, brand: brandId })
  const linkTo = linksFor(app.settings.signingSecret, session)
  const found = rowsOf(app, findingsToEdit(platform, scope, input), disconnectSignal(reply))
  return reply
    .type('application/json; charset=utf-8')
    .send(Readable.from(jsonChunks(found as AsyncGenerator<FetchedRow[]>, linkTo), { objectMode: false }))
}

type FetchedRow = [json: string, image: string | null, bucket: string | null, key: string | null]

async function* jsonChunks(batches: AsyncIterable<FetchedRow[]>, linkTo: LinkTo): AsyncGenerator<string> {
  let sent = 0
  let more = false
  yield '{"data":['
  for await (const batch of batches) {
    const texts = batch.slice(0, rowsPerFetch - sent).map((row, n) => withExtras(row, sent + n + 1, linkTo))
    more ||= texts.length < batch.length
    if (texts.length > 0) yield (sent > 0 ? ',' : '') + texts.join(',')
    sent += texts.length
  }
  yield `],"more":${more}}`
}

/** A row with its number and where its picture is stored (S-104). */
function withExtras([json, image, bucket, key]: FetchedRow, sn: number, linkTo: LinkTo): string {
  const imageUrl = pictureOf({ image, image_bucket: bucket, image_key: key }, linkTo)
  const extras = JSON.stringify({ sn, imageUrl, s3BucketName: bucket, s3FullImagePath: key })
  return `${extras.slice(0, -1)},${json.trimStart().slice(1)}`
}
