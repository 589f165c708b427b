import { probeSources } from '#features/quick-tools/contract.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { jobHandler, type JobHandler } from '#kit/server/worker.ts'
import { probeAll } from './probe-sources.ts'
import type { SourceDeps } from './source-deps.ts'

/** The job that asks the sources; without `deps` it does nothing. */
export function quickToolHandlers(app: AppContext, deps: SourceDeps | undefined): JobHandler[] {
  return [
    jobHandler(probeSources, async () => {
      if (deps) await probeAll(app, deps, new AbortController().signal)
    }),
  ]
}
