import { escapeForAttribute } from '#vocabulary/escape-html.ts'

/** A request to the small web; `host` and `path` in lower case as sent, `fields` of a form that was posted. */
export type DemoRequest = { host: string; url: URL; method: string; fields: URLSearchParams }
export type DemoResponse = { status: number; headers?: Record<string, string>; body: string }

/** Answers a request; undefined: another site's. */
export type DemoSite = (request: DemoRequest) => DemoResponse | undefined

export const json = (body: unknown, status = 200): DemoResponse => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

/** A page; `title` as text, `body` and `head` as markup. */
export function htmlPage({
  title,
  body,
  head = '',
  status = 200,
}: {
  title: string
  body: string
  head?: string
  status?: number
}): DemoResponse {
  const style = `body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 960px; padding: 16px; color: #222 }
    img { border-radius: 8px } .grid { display: grid; grid-template-columns: repeat(auto-fill, minmax(200px, 1fr)); gap: 16px }
    .price { font-size: 28px; font-weight: 700 } s { color: #777 } input, select, textarea { display: block; margin: 4px 0 12px; padding: 8px; width: 320px }`
  return {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeForAttribute(title)}</title><style>${style}</style>${head}</head><body>${body}</body></html>`,
  }
}

export const notFound = (): DemoResponse =>
  htmlPage({ title: 'Page not found', body: '<h1>Page not found</h1><p>It may have been removed.</p>', status: 404 })

/** Rupees as shops write them. */
export const rupees = (amount: number) => `₹${amount.toLocaleString('en-IN')}`

/** A picture of a product or a mark: its name on a colour of its own. */
export function drawPicture(text: string): DemoResponse {
  const hue = Buffer.from(text).reduce((sum, byte) => (sum * 31 + byte) % 360, 7)
  const body = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400"><rect width="400" height="400" fill="hsl(${hue} 45% 85%)"/>
    <circle cx="200" cy="170" r="90" fill="hsl(${hue} 55% 55%)"/><text x="200" y="330" font-family="sans-serif" font-size="30" text-anchor="middle" fill="#222">${escapeForAttribute(text.slice(0, 24))}</text></svg>`
  return { status: 200, headers: { 'content-type': 'image/svg+xml' }, body }
}
