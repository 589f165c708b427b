import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { type editing, rowsPerFetch } from '#features/editing/contract.ts'
import { visible } from '#features/findings/server/visible.ts'
import { admitBrand } from '#features/intake/server/admit-brand.ts'
import type { Takes } from '#kit/contract/endpoint.ts'
import type { Db } from '#kit/server/db.ts'
import { rowsOf } from '#kit/server/rows-of.ts'
import { goneSignal } from '#kit/server/send-sheet.ts'
import type { House } from '#kit/server/serve.ts'
import type { Session } from '#kit/server/session.ts'
import { findingsToEdit, reportingDates } from './queries.ts'

/** The days on which a brand has findings of a platform, newest first. */
export async function fetchDates(db: Db, session: Session, input: Takes<typeof editing.dates>): Promise<string[]> {
  const { company: companyId, brand: brandId, platform } = input
  await admitBrand(db, { companyId, brandId }, platform)
  return reportingDates(db, visible(platform, session, { clientCompanyId: companyId, brand: brandId }))
}

/** Streams the findings of a brand, platform and day with all that can be edited; a reader who goes away ends the query. */
export async function fetchFindings(
  house: Pick<House, 'pool' | 'db'>,
  of: { session: Session; input: Takes<typeof editing.fetch>; reply: FastifyReply },
): Promise<FastifyReply> {
  const { session, input, reply } = of
  const { company: companyId, brand: brandId, platform } = input
  await admitBrand(house.db, { companyId, brandId }, platform)
  const scope = visible(platform, session, { clientCompanyId: companyId, brand: brandId })
  const found = rowsOf(house, findingsToEdit(platform, scope, input), goneSignal(reply))
  return reply
    .type('application/json; charset=utf-8')
    .send(Readable.from(answerOf(found as AsyncGenerator<[string][]>), { objectMode: false }))
}

async function* answerOf(batches: AsyncIterable<[string][]>): AsyncGenerator<string> {
  let sent = 0
  let more = false
  yield '{"data":['
  for await (const batch of batches) {
    const texts = batch.slice(0, rowsPerFetch - sent).map(([text]) => text)
    more ||= texts.length < batch.length
    if (texts.length > 0) yield (sent > 0 ? ',' : '') + texts.join(',')
    sent += texts.length
  }
  yield `],"more":${more}}`
}
