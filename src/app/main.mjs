// The API process. Plain JavaScript, so that the compile cache is on before the first TypeScript: what is in it is not
// stripped of types again, and the stripper, 15 MB of memory, is not even loaded.
import { enableCompileCache } from 'node:module'

enableCompileCache()
const { run } = await import('#app/run.ts')
await run()
