import { createHash } from 'node:crypto'
import { demoBrands } from '#features/demo/server/people.ts'
import { escapeForAttribute } from '#vocabulary/escape-html.ts'
import { demoFacebook } from './addresses.ts'
import { type DemoResponse, type DemoSite, drawPicture, htmlPage, notFound } from './respond.ts'

/** Profiles, /NAME; those whose name ends in 'gone' were removed, on facebook.com every third by its length. */
export const profiles: DemoSite = ({ host, url }) => {
  const isOnFacebook = host.replace(/^www\./, '') === demoFacebook
  if (host !== 'social.demo.test' && !isOnFacebook) return undefined
  const name = decodeURIComponent(url.pathname.slice(1).split('/')[0] ?? '')
  if (url.pathname.startsWith('/picture/'))
    return drawPicture(decodeURIComponent(url.pathname.slice(9)).replace(/\.svg$/, ''))
  const mark = demoBrands.find((brand) => name.toLowerCase().includes(brand.mark.toLowerCase()))?.mark
  if (!mark || name.endsWith('gone') || (isOnFacebook && name.length % 3 === 0)) return notFound()
  const followers = 500 + ((name.length * 7919) % 90_000)
  return htmlPage({
    title: `${name} • photos and videos`,
    head: `<meta property="og:type" content="profile"><meta property="og:title" content="${escapeForAttribute(name)}">
      <meta property="og:description" content="${followers} followers, 42 posts: ${mark} offers">`,
    body: `<img src="/picture/${mark}.svg" alt="" width="120"><h1>${escapeForAttribute(name)}</h1><p><b>${followers.toLocaleString('en-IN')}</b> followers · <b>42</b> posts</p>
      <article><p>New ${mark} stock, 70% off</p><p>1,204 likes · 87 comments · 31 shares</p><time datetime="2026-11-02">2 November 2026</time></article>`,
  })
}

const reasons = ['Counterfeit', 'Trademark infringement', 'Copyright infringement']

/** A marketplace's form for trademark reports: it checks what it needs and answers with a case number. */
export const trademarkForm: DemoSite = ({ host, url, method, fields }) => {
  if (host !== 'report.demo.test') return undefined
  if (url.pathname !== '/trademark') return notFound()
  if (method !== 'POST') return form()
  const missing = ['name', 'email', 'mark', 'registration', 'addresses', 'statement'].filter(
    (name) => !fields.get(name)?.trim(),
  )
  if (missing.length > 0) return form(`These fields are needed: ${missing.join(', ')}`, fields)
  const number = createHash('sha256').update(fields.toString()).digest('hex').slice(0, 8).toUpperCase()
  return htmlPage({
    title: 'Report received',
    body: `<h1>Report received</h1><p>Your case number is <b id="case">TM-${number}</b>.</p><p>We answer to ${escapeForAttribute(fields.get('email')!)} within two working days.</p>`,
  })
}

function form(problem = '', fields = new URLSearchParams()): DemoResponse {
  const input = (name: string, label: string, type = 'text') =>
    `<label>${label}<input name="${name}" type="${type}" value="${escapeForAttribute(fields.get(name) ?? '')}"></label>`
  return htmlPage({
    title: 'Report a trademark infringement',
    status: problem ? 422 : 200,
    body: `<h1>Report a trademark infringement</h1>${problem ? `<p role="alert">${escapeForAttribute(problem)}</p>` : ''}
      <form method="post" action="/trademark">${input('name', 'Your name')}${input('company', 'Company')}${input('email', 'E-mail', 'email')}
      ${input('mark', 'Trademark')}${input('registration', 'Registration number')}
      <label>Reason<select name="reason">${reasons.map((one) => `<option>${one}</option>`).join('')}</select></label>
      <label>Addresses of the listings, one per line<textarea name="addresses" rows="4">${escapeForAttribute(fields.get('addresses') ?? '')}</textarea></label>
      <label>Description<textarea name="description" rows="4"></textarea></label>
      <label><input name="statement" type="checkbox" style="width:auto" value="yes"> I am authorised to act for the owner</label><button>Submit report</button></form>`,
  })
}
