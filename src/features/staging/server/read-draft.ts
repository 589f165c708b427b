import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { notFound } from '#kit/server/problem.ts'
import { linksFor, type LinkTo } from '#kit/server/files.ts'
import { rowsOf } from '#kit/server/rows-of.ts'
import { disconnectSignal } from '#kit/server/send-sheet.ts'
import type { AppContext } from '#kit/server/serve.ts'
import type { Session } from '#kit/server/session.ts'
import { requireDraft } from './open-draft.ts'
import { draftWithChanges, rowTexts } from './queries.ts'

/**
 * Streams a draft and its rows, or only those changed after `since` (S-213); a disconnect cancels the query. Throws 404.
 * The number of the last change is read before the rows, so that asking for later ones misses none.
 */
export async function readDraft(
  app: Pick<AppContext, 'pool' | 'db' | 'settings'>,
  request: { session: Session; draftId: string; since: number | undefined; reply: FastifyReply },
): Promise<FastifyReply> {
  const { session, draftId, since, reply } = request
  const { id } = await requireDraft(app.db, draftId, { isRead: true })
  const found = await draftWithChanges(app.db, id)
  if (!found) throw notFound()
  const { changes, ...draft } = found
  const head = `{"draft":${JSON.stringify(draft)},"changes":${changes},"draftItems":[`
  const rows = rowsOf(app, rowTexts(id, since), disconnectSignal(reply)) as AsyncGenerator<RowText[]>
  const linkTo = linksFor(app.settings.signingSecret, session)
  return reply
    .type('application/json; charset=utf-8')
    .send(Readable.from(jsonChunks(head, rows, linkTo), { objectMode: false }))
}

type RowText = [item: string, data: string, bucket: string | null, key: string | null]

async function* jsonChunks(head: string, batches: AsyncIterable<RowText[]>, linkTo: LinkTo): AsyncGenerator<string> {
  yield head
  let isFirst = true
  for await (const batch of batches) {
    const texts = batch.map(([item, data, bucket, key]) => {
      // A link of the day on which the row was saved no longer works.
      const own = bucket && key ? `${data.slice(0, -1)},"imageUrl":${JSON.stringify(linkTo(bucket, key))}}` : data
      return `${item.slice(0, -1)},"data":${own}}`
    })
    if (texts.length > 0) yield (isFirst ? '' : ',') + texts.join(',')
    isFirst = false
  }
  yield ']}'
}
