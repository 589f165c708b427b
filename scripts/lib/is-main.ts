import { realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Whether the module of this `import.meta.url` was started directly, rather than imported. */
export function isMain(url: string): boolean {
  return process.argv[1] !== undefined && realpathSync(process.argv[1]) === realpathSync(fileURLToPath(url))
}
