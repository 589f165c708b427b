// The process in which pictures are made small and a case file is drawn: what that takes of memory ends with it, and a
// picture that breaks its reader does not break the house. It ends with the process that began it.
import { enableCompileCache } from 'node:module'
import type { Drawing } from './case-pdf.ts'
import type { Asked } from './draw-apart.ts'

enableCompileCache()
const deeds = {
  draw: async (of: Drawing) => {
    const { drawCaseFile } = await import('./case-pdf.ts')
    await drawCaseFile(of)
  },
  shrink: async ({ bytes, path }: { bytes: Uint8Array; path: string }) => {
    const { shrinkPicture } = await import('./shrink-picture.ts')
    await shrinkPicture(bytes, path)
  },
}

process.on('disconnect', () => process.exit())
// Those are meant for the process that began it, which goes on until its work is done.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
process.on('message', (asked: Asked) => {
  const done = 'draw' in asked ? deeds.draw(asked.draw) : deeds.shrink(asked.shrink)
  done.then(
    () => process.send!({ problem: null }),
    (problem: Error) => process.send!({ problem: problem.stack ?? problem.message }),
  )
})
