// The API process. Kept tiny, so that the compile cache is on before anything large is loaded.
import { enableCompileCache } from 'node:module'

enableCompileCache()
const { run } = await import('#app/run.ts')
await run()
