// A child process that shrinks pictures and draws a case file: its memory is freed when it ends, and a picture that
// crashes the decoder does not crash the server. It ends with its parent process.
import { writeFile } from 'node:fs/promises'
import { enableCompileCache } from 'node:module'
import type { Drawing } from './case-pdf.ts'
import type { RenderRequest } from './render-in-process.ts'

enableCompileCache()

/** Of a picture on a page of the PDF, in pixels. */
const longestSide = 1400
const actions = {
  draw: async (drawing: Drawing) => {
    const { drawCaseFile } = await import('./case-pdf.ts')
    await drawCaseFile(drawing)
  },
  shrink: async ({ bytes, path }: { bytes: Uint8Array; path: string }) => {
    const { shrinkPicture } = await import('#kit/server/shrink-picture.ts')
    const small = await shrinkPicture(bytes, longestSide)
    // The archive has the original of one that cannot be decoded.
    if (small) await writeFile(path, small)
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
