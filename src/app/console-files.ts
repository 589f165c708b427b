import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { compress } from '#app/compress-answers.ts'
import { contentPolicy } from '#app/safe-headers.ts'
import { resourceNotFound } from '#kit/contract/not-found.ts'

/**
 * Serves the built console (G1): hashed files for a year, and the single page for every other GET outside /api,
 * so that a reload or a link opens any screen. A missing file under /assets is a 404, never the page.
 */
export async function serveConsole(server: FastifyInstance, folder: string): Promise<void> {
  const path = join(folder, 'index.html')
  let page = await readFile(path)
  // A build replaces the page and the files it names. While it runs there is no page: then the last one.
  const currentPage = async () => (page = await readFile(path).catch(() => page))
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
    const wantsPage =
      request.method === 'GET' && !address.startsWith('/assets/') && address !== '/api' && !address.startsWith('/api/')
    if (!wantsPage) return reply.status(404).send({ message: resourceNotFound })
    const html = String(await currentPage())
    return reply
      .header('content-security-policy', contentPolicy(hashesOfScripts(html)))
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(
        await compress(isSignIn(address) ? html.replace('<body>', '<body data-page="sign-in">') : html, request, reply),
      )
  })
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
  // Read at each call: it has half a megabyte and is rarely opened.
  server.get('/verify.html', async (request, reply) => {
    const page = await readFile(path, 'utf8')
    const policy = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(page)![1]!
    return reply
      .header('content-security-policy', `${policy}; frame-ancestors 'none'`)
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(await compress(page, request, reply))
  })
}
