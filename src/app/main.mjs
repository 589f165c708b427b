// The API process. Plain JavaScript, so that the compile cache is on before the first TypeScript: cached modules need
// no type stripping, and the type stripper (15 MB of memory) is not loaded.
import { enableCompileCache } from 'node:module'

enableCompileCache()
const { run } = await import('#app/run.ts')
await run()
