import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

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
 * What most screens share, but not the home, the first screen of a client: lists, forms, the calendar and the schemas of
 * the contracts.
 */
const notOnTheHome = [
  'node_modules/(?:zod|dayjs|react-number-format|@mantine/dates|@tanstack/(?:react-)?(?:virtual|table)[^/]*)/',
  '@tanstack/.*(?:useBlocker|[iI]nfinite)',
  'node_modules/@mantine/core/esm/components/(?:Select|MultiSelect|Checkbox|Radio|Textarea|Switch|NumberInput|Pagination|SimpleGrid|FileInput|PillsInput|Pill|Badge)/',
  'node_modules/@mantine/core/esm/utils/InlineInput/',
  'src/kit/contract/',
  'src/columns/(?:filter|conditions|sheet)',
  // Each imports its contract, and with it the schemas.
  // Paths of calls, names of lists, the keys of decisions and a seller's address come without them: the home has these.
  'src/features/(?!findings/web/(?:seller-address|decision-keys)|views/rules|[^/]+/paths|notifications/web/notification-calls)',
  'src/vocabulary/(?:reason|harm-names)',
  'src/kit/web/(?:SuspiciousLink|show-value|tab-drafts|message-keys|hold-save|scroll-loader|chunks-of|record-gone|page-view|page-numbers|form-values|table-settings|upload-file|confirm-delete|record-parts)',
  'src/kit/web/(?:Master|Form|Record|Row|Search|Pager|Filter|Sort|List|Bulk|Option|Table|Sheet|Day|Range|More|Lightbox|FilePick|TooLarge|Restored|filter-|option-|list-|use-(?:list|form|pages|infinite|record|editing|row|virtual|sheet|file))',
].join('|')

/** Icons of the menu that some screens show as well: a file for each of them took twice the bytes. */
const menuIcons = 'Icon(?:StairsUp|Mail|ListCheck|Key|History|FileCertificate|ClockHour4|ChartBar|Building)\\.mjs$'

/**
 * The link to the styles in the body, below the frame that is shown before they have come, and above the root: the theme's
 * variables, which are rendered in it, must come after those of the styles. The scripts wait for them all the same.
 */
const stylesBelowFrame: Plugin = {
  name: 'styles below the frame',
  transformIndexHtml: {
    order: 'post',
    handler(html) {
      const link = /\s*<link rel="stylesheet"[^>]*>/.exec(html)?.[0]
      return link ? html.replace(link, '').replace(/\s*<div id="root">/, (root) => link + root) : html
    },
  },
}

/** The browser's files. No inline scripts and no data: modules, because the console allows only its own scripts. */
export default defineConfig({
  root: 'src/app',
  base: '/',
  publicDir: false,
  plugins: [react(), stylesBelowFrame],
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
            { name: 'base', test: new RegExp(`node_modules/(?:${base})(?:/|$)|${alsoAtSignIn}`), priority: 3 },
            { name: 'start', tags: ['$initial'], priority: 2 },
            { name: 'icons', test: new RegExp(menuIcons), priority: 2 },
            { name: 'console', test: new RegExp(`^(?!.*(?:${notOnTheHome}))`), minShareCount: 8, priority: 1 },
            { name: 'lists', minShareCount: 8, priority: 0 },
          ],
        },
      },
    },
  },
})
