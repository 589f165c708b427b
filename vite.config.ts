import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { reachedFrom, screenFiles } from './scripts/lib/screen-files.ts'
import { withoutSchemas } from './scripts/lib/without-schemas.ts'

/** What every page needs, even sign-in, in one chunk: fifty small ones cost more than they save. */
const base = [
  'react|react-dom|scheduler|clsx',
  '@tanstack/(?:react-router|router-core|history|store|react-store)(?!.*useBlocker)',
  '@tanstack/(?:react-query|query-core)(?!.*[iI]nfinite)',
  '@mantine/hooks/esm/use-id',
  '@tabler/icons-react/dist/esm/(?:createReactComponent|defaultAttributes).mjs',
  '@mantine/core/esm/core',
  '@mantine/core/esm/components/(?:ActionIcon|Anchor|Button|Center|CloseButton|Group|Input|InputBase|Loader|Paper|PasswordInput|Skeleton|Stack|Text|TextInput|Title|Transition|UnstyledButton)',
].join('|')

/** Texts and rules that sign-in shares with many screens: among those its page would load all of their chunk. */
const alsoAtSignIn = 'src/features/sessions/(?:messages|rules)\\.ts$'

/**
 * The frame and what the home of a client shows except its charts, in one file: lists, forms and the calendar are no part
 * of these.
 */
const inFrame = reachedFrom(['src/app/web/Frame.tsx'])
const atSignIn = reachedFrom(['src/features/sessions/web/LoginScreen.tsx', 'src/features/sessions/web/ResetScreen.tsx'])
const inConsole = reachedFrom(
  ['src/app/web/Frame.tsx', 'src/features/charts/web/HomeScreen.tsx', 'src/features/home/web/HomeNumbers.tsx'],
  { except: /src\/(?:features\/(?:charts|home)\/web|kit\/web\/chart)\// },
)
/** Of the component library what only the home of a client has: with many others, lists among them, where it has no lists. */
const ofHome = /@mantine\/core\/esm\/components\/(?:Alert|Collapse|Table|Tabs)\//
/** What a dashboard has besides what eight or more screens share, and of that what screens without findings have. */
const ofDashboards = reachedFrom(['src/features/findings/web/PlatformDashboard.tsx'])
const readingSheets = /src\/kit\/web\/(?:read-sheet|use-sheet-task)\.ts$/

/**
 * The link to the styles in the body, below the frame that is shown before they have come, and above the root: the theme's
 * variables, which are rendered in it, must come after those of the styles. The scripts wait for them all the same. The
 * font with them: one that comes after the first texts has the whole page styled and laid out again.
 */
const stylesBelowFrame: Plugin = {
  name: 'styles below the frame',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const link = /\s*<link rel="stylesheet"[^>]*>/.exec(html)?.[0]
      const font = Object.keys(bundle).find((name) => /inter-latin-wght-normal-[^/]*woff2$/.test(name))
      if (!link || !font) return html
      return html
        .replace(link, '')
        .replace(/\s*<div id="root">/, (root) => link + root)
        .replace('</body>', `  <link rel="preload" as="font" type="font/woff2" crossorigin href="/${font}">\n  </body>`)
    },
  },
}

const media = JSON.stringify(join(import.meta.dirname, 'src/kit/web/media.ts'))
/**
 * Two hooks of the component library that every button with a menu, select, dialog and transition has. Each sets a state
 * when it is mounted, so that all of these are rendered once more, at once and together: 140 on the home. The second asks
 * the browser for a media query each time, which computes the styles.
 */
const renderedOnce: Readonly<Record<string, string>> = {
  'use-id': `import { useId as useOwnId } from 'react'
export function useId(id) {
  const own = useOwnId()
  return typeof id === 'string' ? id : 'mantine-' + own.replace(/\\W/g, '')
}`,
  'use-reduced-motion': `import { useMedia } from ${media}
export const useReducedMotion = () => useMedia('(prefers-reduced-motion: reduce)')`,
}
const replaced = new Set<string>()
const hooksRenderedOnce: Plugin = {
  name: 'hooks that are rendered once',
  apply: 'build',
  load(id) {
    const name = /@mantine\/hooks\/esm\/([\w-]+)\/\1\.mjs$/.exec(id)?.[1]
    if (name === undefined || !renderedOnce[name]) return undefined
    replaced.add(name)
    return renderedOnce[name]
  },
  buildEnd() {
    const missing = Object.keys(renderedOnce).filter((name) => !replaced.has(name))
    if (missing.length > 0)
      throw new Error(`The component library has no more hook of this name: ${missing.join(', ')}`)
  },
}

/** The browser's files. No inline scripts and no data: modules, because the console allows only its own scripts. */
export default defineConfig({
  root: 'src/app',
  base: '/',
  publicDir: false,
  plugins: [react(), withoutSchemas, hooksRenderedOnce, stylesBelowFrame, screenFiles],
  worker: { format: 'es' },
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    target: ['chrome120', 'firefox121', 'safari17'],
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // All styles are a few kB: in one file no screen waits for its own.
    cssCodeSplit: false,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'base', test: new RegExp(`node_modules/(?:${base})(?:/|$)|${alsoAtSignIn}`), priority: 5 },
            { name: 'start', tags: ['$initial'], priority: 4 },
            { name: (id, graph) => (atSignIn(id, graph) && inFrame(id, graph) ? 'sign-in' : null), priority: 3 },
            { name: (id, graph) => (inConsole(id, graph) || ofHome.test(id) ? 'console' : null), priority: 2 },
            { name: 'sheets', test: readingSheets, priority: 1 },
            { name: 'lists', minShareCount: 8, priority: 1 },
            { name: (id, graph) => (ofDashboards(id, graph) ? 'findings' : null), priority: 0 },
          ],
        },
      },
    },
  },
})
