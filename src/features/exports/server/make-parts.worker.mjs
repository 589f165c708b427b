// The thread that writes part files. Plain JavaScript, like main.mjs: with the compile cache, which a thread has to turn
// on for itself, the type stripper (15 MB) is not loaded.
import { enableCompileCache, flushCompileCache } from 'node:module'

enableCompileCache()
const { run } = await import('./make-parts.ts')
// A thread that is ended does not store the cache.
flushCompileCache()
await run()
