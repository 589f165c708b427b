// A child process that shrinks pictures and draws a case file: its memory is freed when it ends, and a picture that
// crashes the decoder does not crash the server. It ends with its parent process.
import { enableCompileCache } from 'node:module'
import type { Drawing } from './case-pdf.ts'
import type { RenderRequest } from './render-in-process.ts'

enableCompileCache()
const actions = {
  draw: async (drawing: Drawing) => {
    const { drawCaseFile } = await import('./case-pdf.ts')
    await drawCaseFile(drawing)
  },
  shrink: async ({ bytes, path }: { bytes: Uint8Array; path: string }) => {
    const { shrinkPicture } = await import('./shrink-picture.ts')
    await shrinkPicture(bytes, path)
  },
}

process.on('disconnect', () => process.exit())
// These signals are for the parent process, which finishes its work first.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
process.on('message', (request: RenderRequest) => {
  const done = 'draw' in request ? actions.draw(request.draw) : actions.shrink(request.shrink)
  done.then(
    () => process.send!({ problem: null }),
    (problem: Error) => process.send!({ problem: problem.stack ?? problem.message }),
  )
})
