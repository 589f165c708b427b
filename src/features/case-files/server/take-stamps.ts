import { readFile } from 'node:fs/promises'
import type { Certificate } from 'pkijs'
import { certificatesOf } from '#kit/evidence/time-stamp.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { obtainStamp, type StampDeps } from './obtain-stamp.ts'
import { type NewStamp, noteStampProblem, storeStamp, takeDueStamps } from './proof-queries.ts'

/** A case file waits this long for its stamps, in seconds; later ones follow. */
const waitSeconds = 8

/** How stamps are requested with the settings of this installation; the roots are read again each time. */
export async function stampDepsOf({ egress, settings }: Pick<AppContext, 'egress' | 'settings'>): Promise<StampDeps> {
  const path = settings.timeStamps.rootFile
  const roots: Certificate[] = path === undefined ? [] : certificatesOf(await readFile(path, 'utf8'))
  return { egress, roots }
}

/** Requests a stamp of each configured authority, at the same time; never fails because of one. */
export async function requestStamps(app: Pick<AppContext, 'egress' | 'settings'>, head: string): Promise<NewStamp[]> {
  const deps = await stampDepsOf(app)
  const requestedAt = new Date()
  return Promise.all(
    app.settings.timeStamps.authorities.map(async (authority) => ({
      authority,
      head,
      ...(await obtainStamp(deps, { authority, head, requestedAt, seconds: waitSeconds })),
    })),
  )
}

/** The job: requests stamps again that did not arrive, for 30 days, at growing intervals of at most six hours. */
export async function takeStamps(app: AppContext): Promise<void> {
  const deps = await stampDepsOf(app)
  for (;;) {
    const due = await takeDueStamps(app.db)
    if (due.length === 0) return
    await Promise.all(
      due.map(async ({ id, authority, head, requestedAt }) => {
        const result = await obtainStamp(deps, { authority, head, requestedAt: new Date(requestedAt) })
        if ('got' in result) await storeStamp(app.db, id, result.got)
        else await noteStampProblem(app.db, id, result.problem)
      }),
    )
  }
}
