import type { FastifyInstance } from 'fastify'
import { post, sampleRows } from '#features/intake/server/testing.ts'
import { platformOf } from '#platforms/all.ts'

/** For tests: a row as a fetch returns it. */
export type Fetched = Record<string, unknown> & { id: string; rowVersion: number }

/** For tests: the calls of Edit Data for a brand, as the given person. */
export function edits(
  server: FastifyInstance,
  headers: Record<string, string>,
  scope: { company: string; brand: string; platform: string; reportingDate: string },
) {
  const request = (path: string, more: object) =>
    post(server, `/api/save-bulk-data/${path}`, headers, { ...scope, ...more })
  return {
    request,
    upload: (data: unknown, more: object = {}) =>
      post(server, '/api/save-bulk-data', headers, { ...scope, data, ...more }),
    save: (data: unknown, more: object = {}) => request('bulk-update', { data, ...more }),
    fetch: async (more: object = {}): Promise<Fetched[]> =>
      (await request('fetch-bulk-data', more)).json<{ data: Fetched[] }>().data,
    dates: async (more: object = {}) => (await request('fetch-available-reporting-dates', more)).json<string[]>(),
    remove: (ids: readonly string[], more: object = {}) => request('delete-multiple', { data: ids, ...more }),
    undo: (ids: readonly string[], more: object = {}) => request('undo-delete-multiple', { data: ids, ...more }),
  }
}
export type Edits = ReturnType<typeof edits>

/** For tests: stores sample rows and returns them as a fetch does. */
export async function storeRows(
  calls: Edits,
  { count, cells = {}, platform = 'e-commerce' }: { count: number; cells?: object; platform?: string },
): Promise<Fetched[]> {
  const data = sampleRows(platformOf(platform)!, count).map((row) => ({ ...row, ...cells }))
  const answer = await calls.upload(data, { platform })
  if (answer.statusCode !== 200) throw new Error(answer.body.slice(0, 500))
  return calls.fetch({ platform })
}
