import { escapeForAttribute } from '#vocabulary/escape-html.ts'
import { type DemoResponse, type DemoSite, drawPicture, htmlPage, rupees } from './respond.ts'
import { type DemoKit, kitBody } from './kits.ts'
import { type DemoLookalike, demoLookalikes, demoOwnDomains, demoProducts } from './sites.ts'

/** The brands' own pages, and those of domains that look like them. */
export const lookalikes: DemoSite = ({ host, url }) => {
  const domain = host.replace(/^www\./, '')
  const own = demoOwnDomains.get(domain)
  const found = demoLookalikes.find((one) => one.domain === domain)
  if (own === undefined && (!found || found.kind === 'empty')) return undefined
  if (url.pathname.startsWith('/picture/'))
    return drawPicture(decodeURIComponent(url.pathname.slice(9)).replace(/\.svg$/, ''))
  return found ? pageOf(found) : brandPage(own!)
}

function brandPage(mark: string): DemoResponse {
  const products = demoProducts
    .filter((one) => one.mark === mark)
    .map(
      ({ title, mrp }) =>
        `<div><img src="/picture/${encodeURIComponent(title)}.svg" alt="" width="200"><br>${escapeForAttribute(title)}<br><b>${rupees(mrp)}</b></div>`,
    )
  return htmlPage({
    title: `${mark} – official store`,
    body: `<header><img src="/picture/${mark}.svg" alt="${mark}" width="96"><h1>${mark}</h1></header>
      <p>Made with care since 1987.</p><div class="grid">${products.join('')}</div>`,
  })
}

/** The page of a false shop; those of one kit have the same markup. */
export function falseShop(mark: string, kit: DemoKit): DemoResponse {
  const sale = 'clearance: 70% off today only'
  const products = demoProducts.filter((one) => one.mark === mark)
  return htmlPage({ title: `${mark} ${sale}`, body: kitBody(kit, { mark, sale, products }) })
}

function pageOf({ kind, mark, domain }: DemoLookalike): DemoResponse {
  if (kind === 'shop') return falseShop(mark, 'overnight')
  if (kind === 'parked')
    return htmlPage({
      title: domain,
      body: `<h1>${domain}</h1><p>This domain is for sale. Buy this domain now.</p><ul><li>Cosmetics</li><li>Gifts</li><li>Coupons</li></ul>`,
    })
  return htmlPage({
    title: `Sign in to ${mark}`,
    body: `<img src="/picture/${mark}.svg" alt="${mark}" width="96"><h1>Sign in to ${mark}</h1>
      <form method="post"><label>E-mail <input name="email" type="email"></label><label>Password <input name="password" type="password"></label><button>Sign in</button></form>`,
  })
}
