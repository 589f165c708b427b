import type { FastifyInstance } from 'fastify'
import type { Draft, DraftItem } from '#features/staging/contract-schemas.ts'

type Answer<Body> = { status: number; body: Body }
export type DraftData = { draft: Draft; changes: number; draftItems: DraftItem[] }

/** The staging calls of one person for a brand and platform; each gives the status and the parsed body. */
export function stagingCalls(
  server: FastifyInstance,
  headers: Record<string, string>,
  scope: { company: string; brand: string; platform: string },
) {
  const send = async <Body = { message: string }>(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    body: object = {},
  ): Promise<Answer<Body>> => {
    const answer = await server.inject({
      method,
      url: `/api/v1${path}`,
      headers,
      ...(method === 'GET' ? { query: body as Record<string, string> } : {}),
      ...(method === 'POST' ? { payload: body } : {}),
    })
    return { status: answer.statusCode, body: answer.json() as Body }
  }
  return {
    send,
    drafts: (more: object = {}) => send<Draft[]>('GET', '/fetch-drafts', { ...scope, ...more }),
    create: (more: object = {}) =>
      send<{ _id: string; fileName: string }>('POST', '/create-a-new-draft', { ...scope, ...more }),
    rows: (draftId: string, more: object = {}) => send<DraftData>('GET', `/fetch-draft-data/${draftId}`, more),
    save: (fileId: string, data: object, more: object = {}) =>
      send<{ message: string; data: DraftItem }>('POST', '/save-single-infrigement', {
        ...scope,
        fileId,
        data,
        ...more,
      }),
    update: (fileId: string, id: string, data: object, more: object = {}) =>
      send<{ message: string; data: DraftItem }>('POST', `/update-single-infrigement/${id}`, {
        ...scope,
        fileId,
        data,
        ...more,
      }),
    saveRows: (draftId: string, rows: object[], removed: object[] = []) =>
      send<{ saved: { _id: string; sn: number; version: number }[]; refused: DraftItem[] }>(
        'POST',
        `/save-draft-rows/${draftId}`,
        { ...scope, rows, removed },
      ),
    remove: (id: string) => send('DELETE', `/remove-specific-infrigement/${id}`),
    submit: (draftId: string, more: object = {}) =>
      send<{ message: string; saved: number; batch: string; duplicates: { sn: number; reason: string }[] }>(
        'POST',
        `/submit-draft/${draftId}`,
        { ...scope, ...more },
      ),
    sendBack: (draftId: string, remark: string) => send('POST', `/send-draft-back/${draftId}`, { remark }),
  }
}
export type StagingCalls = ReturnType<typeof stagingCalls>
