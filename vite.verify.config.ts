import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig, type Plugin } from 'vite'

const folder = join(import.meta.dirname, 'src/features/case-files/web')

/** Writes script and template as one file whose policy allows this script and nothing else from anywhere. */
const asOneFile: Plugin = {
  name: 'one-file',
  generateBundle(_options, bundle) {
    const [name, chunk] = Object.entries(bundle)[0]!
    if (chunk.type !== 'chunk') throw new Error('The page has no script')
    const code = chunk.code.replaceAll('</script', '<\\/script')
    const digest = createHash('sha256').update(code).digest('base64')
    const policy = `default-src 'none'; script-src 'sha256-${digest}'; style-src 'unsafe-inline'; connect-src 'self'; base-uri 'none'; form-action 'none'`
    const page = readFileSync(join(folder, 'verify.html'), 'utf8')
      .replace(
        '<meta charset="utf-8" />',
        (all) => `${all}\n    <meta http-equiv="Content-Security-Policy" content="${policy}" />`,
      )
      .replace('</body>', () => `<script>${code}</script>\n  </body>`)
    delete bundle[name]
    this.emitFile({ type: 'asset', fileName: 'verify.html', source: page })
  },
}

/** verify.html: case files are verified by one file, without a server (docs/decisions/0042). */
export default defineConfig({
  publicDir: false,
  plugins: [asOneFile],
  build: {
    outDir: 'dist/web',
    emptyOutDir: false,
    // Signatures need Chrome 137, Firefox 129 or Safari 17. Older browsers run the page as well, and say that they lack them.
    target: ['chrome93', 'firefox92', 'safari15.4'],
    modulePreload: false,
    rolldownOptions: {
      input: join(folder, 'verify-page.ts'),
      output: { format: 'iife' },
    },
  },
})
