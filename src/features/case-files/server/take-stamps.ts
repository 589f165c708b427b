import { readFile } from 'node:fs/promises'
import type { Certificate } from 'pkijs'
import type { AppContext } from '#kit/server/serve.ts'
import type { StampDeps } from './obtain-stamp.ts'
import { type NewStamp, noteStampProblem, storeStamp, takeDueStamps } from './proof-queries.ts'

/** A case file waits this long for its stamps, in seconds; later ones follow. */
const waitSeconds = 8

/** Loaded with the first stamp: its libraries take 10 MB. */
const stamping = () => import('./obtain-stamp.ts')

/** How stamps are requested with the settings of this installation; the roots are read again each time. */
export async function stampDepsOf({ egress, settings }: Pick<AppContext, 'egress' | 'settings'>): Promise<StampDeps> {
  const path = settings.timeStamps.rootFile
  if (path === undefined) return { egress, roots: [] }
  const { certificatesOf } = await import('#kit/evidence/time-stamp.ts')
  const roots: Certificate[] = certificatesOf(await readFile(path, 'utf8'))
  return { egress, roots }
}

/** Requests a stamp of each configured authority, at the same time; never fails because of one. */
export async function requestStamps(app: Pick<AppContext, 'egress' | 'settings'>, head: string): Promise<NewStamp[]> {
  if (app.settings.timeStamps.authorities.length === 0) return []
  const [deps, { obtainStamp }] = await Promise.all([stampDepsOf(app), stamping()])
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
    const { obtainStamp } = await stamping()
    await Promise.all(
      due.map(async ({ id, authority, head, requestedAt }) => {
        const result = await obtainStamp(deps, { authority, head, requestedAt: new Date(requestedAt) })
        if ('got' in result) await storeStamp(app.db, id, result.got)
        else await noteStampProblem(app.db, id, result.problem)
      }),
    )
  }
}
