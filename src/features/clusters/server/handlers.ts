import { startFolding, type FoldingLoop } from '#kit/server/start-folding.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { foldClusters } from './fold-clusters.ts'
import { groupTemplates } from './group-templates.ts'
import { hashPictures, pictureThreads } from './hash-pictures.ts'

/** Keeps clusters up to date, hashes pictures and groups templates of pages, until `stop`. */
export function startClustering(app: AppContext, onProblem: (problem: Error) => void): FoldingLoop {
  const threads = pictureThreads()
  const loops = [
    startFolding(() => foldClusters(app), onProblem),
    startFolding(() => hashPictures(app, threads), onProblem),
    startFolding(() => groupTemplates(app), onProblem),
  ]
  return {
    stop: async () => {
      await Promise.all(loops.map((loop) => loop.stop()))
      await threads.close()
    },
  }
}
