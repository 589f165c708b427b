import { startFolding, type FoldingLoop } from '#kit/server/start-folding.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { foldClusters } from './fold-clusters.ts'
import { hashPictures, pictureThreads } from './hash-pictures.ts'

/** Keeps clusters up to date and hashes pictures, until `stop`. */
export function startClustering(app: AppContext, onProblem: (problem: Error) => void): FoldingLoop {
  const threads = pictureThreads()
  const loops = [
    startFolding(() => foldClusters(app), onProblem),
    startFolding(() => hashPictures(app, threads), onProblem),
  ]
  return {
    stop: async () => {
      await Promise.all(loops.map((loop) => loop.stop()))
      await threads.close()
    },
  }
}
