import { escapeForAttribute } from '#vocabulary/escape-html.ts'
import { type DemoResponse, type DemoSite, drawPicture, htmlPage, notFound, rupees } from './respond.ts'
import { type DemoProduct, demoProducts, findProducts } from './sites.ts'

const PER_PAGE = 10
const listingOf = ({ sku }: DemoProduct) => `LST${sku}0DEMO`
const slugOf = ({ title }: DemoProduct) => title.toLowerCase().replace(/\W+/g, '-')

/** A marketplace with result pages, ten products a page, and product pages with product and listing ids. */
export const resultPages: DemoSite = ({ host, url }) => {
  if (host !== 'flipkart.demo.test') return undefined
  if (url.pathname.startsWith('/picture/'))
    return drawPicture(decodeURIComponent(url.pathname.slice(9)).replace(/\.svg$/, ''))
  if (url.pathname === '/search') {
    const page = Number(url.searchParams.get('page') ?? 1)
    const found = findProducts(url.searchParams.get('q') ?? '')
    return results(found.slice((page - 1) * PER_PAGE, page * PER_PAGE), found.length)
  }
  const product = demoProducts.find(({ sku }) => sku === url.searchParams.get('pid'))
  return product && /\/p\//.test(url.pathname) ? productPage(product) : notFound()
}

const linkOf = (product: DemoProduct) =>
  `/${slugOf(product)}/p/itm${product.sku.toLowerCase()}?pid=${product.sku}&lid=${listingOf(product)}&marketplace=FLIPKART`

function results(products: readonly DemoProduct[], total: number): DemoResponse {
  const cards = products.map(
    (
      one,
    ) => `<div data-id="${one.sku}"><a href="${escapeForAttribute(linkOf(one))}" title="${escapeForAttribute(one.title)}">
      <img src="/picture/${encodeURIComponent(one.title)}.svg" alt="${escapeForAttribute(one.title)}" width="160"><br>${escapeForAttribute(one.title)}</a>
      <div>${one.rating.toFixed(1)}</div><div><span>${rupees(one.price)}</span> <s>${rupees(one.mrp)}</s></div></div>`,
  )
  const body =
    total > 0 ? `<p>${total} results</p><div class="grid">${cards.join('')}</div>` : '<p>Sorry, no results found!</p>'
  return htmlPage({ title: 'Search results', body })
}

const productPage = (one: DemoProduct): DemoResponse =>
  htmlPage({
    title: one.title,
    body: `<h1>${escapeForAttribute(one.title)}</h1><p class="price">${rupees(one.price)}</p><p><s>${rupees(one.mrp)}</s></p>
      <p>${one.rating.toFixed(1)} ★ ${one.reviews} Ratings</p><div id="sellerName"><span>${escapeForAttribute(one.seller)}</span></div>
      ${one.inStock ? '<button>Buy now</button>' : '<p>Sold out</p>'}`,
  })

/** A marketplace whose result pages carry their data as JSON for scripts. */
export const scriptedPages: DemoSite = ({ host, url }) => {
  if (host !== 'meesho.demo.test') return undefined
  if (url.pathname !== '/search') return notFound()
  const products = findProducts(url.searchParams.get('q') ?? '').map((one) => ({
    id: Number(one.sku.slice(3)),
    product_id: one.sku.toLowerCase(),
    slug: slugOf(one),
    name: one.title,
    min_catalog_price: one.price,
    original_price: one.mrp,
    supplier_name: one.seller,
    catalog_reviews_summary: { average_rating: one.rating, rating_count: one.reviews },
    image: `http://bazaar.demo.test/picture/${encodeURIComponent(one.title)}.svg`,
  }))
  const data = {
    props: { pageProps: { initialState: { productListing: { listing: { products: [{ catalogs: products }] } } } } },
  }
  return htmlPage({
    title: 'Search results',
    body: `<h1>Results</h1><div class="grid">${products.map(({ slug, product_id, name, min_catalog_price }) => `<a href="/${slug}/p/${product_id}">${escapeForAttribute(name)}<br>${rupees(min_catalog_price)}</a>`).join('')}</div>
      <script id="__NEXT_DATA__" type="application/json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`,
  })
}
