import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { compressedOnce, encodingFor } from '#app/compress-answers.ts'
import { contentPolicy } from '#app/safe-headers.ts'
import { resourceNotFound } from '#kit/contract/not-found.ts'

/**
 * Serves the built console (G1): hashed files for a year, and the single page for every other GET and HEAD outside /api,
 * so that a reload or a link opens any screen. A missing file under /assets is a 404, never the page.
 */
export async function serveConsole(server: FastifyInstance, folder: string): Promise<void> {
  const pageAt = await readPages(folder)
  await server.register(fastifyStatic, {
    root: join(folder, 'assets'),
    prefix: '/assets/',
    decorateReply: false,
    immutable: true,
    maxAge: '365d',
    preCompressed: true,
  })
  await serveVerifyPage(server, folder)
  server.setNotFoundHandler(async (request, reply) => {
    const address = request.url.split('?')[0] ?? ''
    // Monitors of uptime and checkers of links ask by HEAD (RFC 9110, section 9.3.2); Node sends its answer without a body.
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const wantsPage = isRead && !address.startsWith('/assets/') && address !== '/api' && !address.startsWith('/api/')
    if (!wantsPage) return reply.status(404).send({ message: resourceNotFound })
    const page = await pageAt(address)
    const encoding = encodingFor(request)
    reply
      .header('content-security-policy', page.policy)
      .header('cache-control', 'no-cache')
      .header('vary', 'accept-encoding')
      .type('text/html; charset=utf-8')
    if (encoding) reply.header('content-encoding', encoding)
    return reply.send(encoding ? await page[encoding]() : page.html)
  })
}

type Page = { html: string; policy: string } & ReturnType<typeof compressedOnce>
type Build = { html: string; screens: Readonly<Record<string, readonly string[]>>; pages: Map<string, Page> }

/**
 * The page as it is for an address: with the scripts of its screen, which then come together with the first one, and made
 * and compressed once for each screen. A build replaces the page and the files it names. While it runs there is no page:
 * then the last one.
 */
async function readPages(folder: string): Promise<(address: string) => Promise<Page>> {
  const path = join(folder, 'index.html')
  const readBuild = async (html: string): Promise<Build> => {
    const screens = await readFile(join(folder, 'screens.json'), 'utf8').catch(() => '{}')
    return { html, screens: JSON.parse(screens), pages: new Map() }
  }
  let build = await readBuild(await readFile(path, 'utf8'))
  return async (address) => {
    const html = await readFile(path, 'utf8').catch(() => build.html)
    if (html !== build.html) build = await readBuild(html)
    const { screens, pages } = build
    const kind = Object.hasOwn(screens, address) ? address : isSignIn(address) ? '/login' : ''
    const known = pages.get(kind)
    if (known) return known
    const page = pageOf(html, isSignIn(kind), screens[kind] ?? [])
    pages.set(kind, page)
    return page
  }
}

function pageOf(html: string, isSignInPage: boolean, scripts: readonly string[]): Page {
  const links = scripts.map((script) => `<link rel="modulepreload" crossorigin href="${script}">`).join('')
  const full = html
    // At the end: the styles, in the body too, come before them.
    .replace('</body>', `${links}</body>`)
    .replace('<body>', isSignInPage ? '<body data-page="sign-in">' : '<body>')
  return { html: full, policy: contentPolicy(hashesOfScripts(full)), ...compressedOnce(full) }
}

/**
 * The inline scripts of the page for its policy, which allows these and no others: the theme is chosen before the first
 * picture, and a file for it would be one more wait.
 */
const hashesOfScripts = (html: string): string[] =>
  [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(
    ([, script]) => `'sha256-${createHash('sha256').update(script!).digest('base64')}'`,
  )

/** Whether the address is one of the screens without the frame: what the page shows while it loads depends on it. */
const isSignIn = (address: string): boolean => /^\/(?:login|reset-password\/)/.test(address)

/** The page that verifies case files, for everybody; its script is inline, so it has the policy in its own head. */
async function serveVerifyPage(server: FastifyInstance, folder: string): Promise<void> {
  const path = join(folder, 'verify.html')
  if (!existsSync(path)) return
  // Read at each call: it has half a megabyte and is rarely opened. The build has compressed it.
  server.get('/verify.html', async (request, reply) => {
    const encoding = encodingFor(request)
    const ending = encoding && { br: '.br', gzip: '.gz' }[encoding]
    const compressed = ending && (await readFile(path + ending).catch(() => undefined))
    const page = await readFile(path, 'utf8')
    reply
      .header('content-security-policy', `${policyOf(page)}; frame-ancestors 'none'`)
      .header('cache-control', 'no-cache')
      .header('vary', 'accept-encoding')
      .type('text/html; charset=utf-8')
    if (compressed) reply.header('content-encoding', encoding)
    return reply.send(compressed ?? page)
  })
}

const policyOf = (page: string): string => /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(page)![1]!
