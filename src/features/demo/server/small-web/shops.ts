import { escapeForAttribute } from '#vocabulary/escape-html.ts'
import { type DemoResponse, type DemoSite, drawPicture, htmlPage, notFound, rupees } from './respond.ts'
import { type DemoProduct, demoProducts, findProducts } from './sites.ts'

/** Two shops: product pages of 'bazaar' have JSON-LD, those of 'corner-store' only what people see. */
export const shops: DemoSite = ({ host, url }) => {
  const isMarked = host === 'bazaar.demo.test'
  if (!isMarked && host !== 'corner-store.demo.test') return undefined
  const name = isMarked ? 'Bazaar' : 'Corner Store'
  const [kind, id = ''] = url.pathname.slice(1).split('/')
  if (kind === 'picture') return drawPicture(decodeURIComponent(id).replace(/\.svg$/, ''))
  if (kind === '' || kind === 'search') return listing(name, findProducts(url.searchParams.get('q') ?? ''))
  const product = demoProducts.find(({ sku }) => sku === id)
  if (kind !== 'product' || !product) return notFound()
  return isMarked ? markedPage(name, product, url) : plainPage(name, product)
}

function listing(name: string, products: readonly DemoProduct[]): DemoResponse {
  const cards = products.map(
    ({ sku, title, price }) =>
      `<a href="/product/${sku}"><img src="/picture/${encodeURIComponent(title)}.svg" alt="" width="200"><br>${escapeForAttribute(title)}<br>${rupees(price)}</a>`,
  )
  const found = cards.length > 0 ? `<div class="grid">${cards.join('')}</div>` : '<p>No products found</p>'
  return htmlPage({ title: `${name}: products`, body: `<h1>${name}</h1>${found}` })
}

function markedPage(shop: string, product: DemoProduct, url: URL): DemoResponse {
  const data = {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: product.title,
    sku: product.sku,
    brand: { '@type': 'Brand', name: product.mark },
    image: [new URL(`/picture/${encodeURIComponent(product.title)}.svg`, url).href],
    aggregateRating: { '@type': 'AggregateRating', ratingValue: product.rating, reviewCount: product.reviews },
    offers: {
      '@type': 'Offer',
      price: product.price.toFixed(2),
      priceCurrency: 'INR',
      availability: `https://schema.org/${product.inStock ? 'InStock' : 'OutOfStock'}`,
      seller: { '@type': 'Organization', name: product.seller },
    },
  }
  return htmlPage({
    title: `${product.title} | ${shop}`,
    head: `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`,
    body: productBody(product),
  })
}

const plainPage = (shop: string, product: DemoProduct): DemoResponse =>
  htmlPage({ title: `${product.title} - ${shop}`, body: productBody(product) })

const productBody = ({ title, price, mrp, seller, sku, rating, reviews, inStock }: DemoProduct) => `
  <img src="/picture/${encodeURIComponent(title)}.svg" alt="${escapeForAttribute(title)}" width="320">
  <h1>${escapeForAttribute(title)}</h1>
  <p><span class="price">${rupees(price)}</span> M.R.P.: <s>${rupees(mrp)}</s></p>
  <p>${rating.toFixed(1)} out of 5 (${reviews} ratings)</p>
  <p>Sold by: <a href="/seller">${escapeForAttribute(seller)}</a></p>
  <p>SKU: ${sku}</p>
  ${inStock ? '<button>Add to cart</button>' : '<p>Currently unavailable</p>'}`
