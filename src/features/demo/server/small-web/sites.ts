import { demoBrands } from '#features/demo/server/people.ts'

/** A product of a brand as shops of the small web sell it; prices in rupees. */
export type DemoProduct = {
  mark: string
  sku: string
  title: string
  price: number
  mrp: number
  seller: string
  rating: number
  reviews: number
  inStock: boolean
}

/** A domain of the small web that looks like one of a brand. */
export type DemoLookalike = {
  domain: string
  mark: string
  /** What is behind it; 'empty' has a name but no server. */
  kind: 'shop' | 'sign-in' | 'parked' | 'empty'
  hasMail: boolean
  registrar: string
  /** Days since it was registered. */
  age: number
}

const wares: Record<string, readonly string[]> = {
  beauty: ['Radiance Serum 30 ml', 'Night Cream 50 g', 'Rose Face Wash 100 ml', 'Sunscreen SPF 50', 'Hair Oil 200 ml'],
  home: ['Cotton Bedsheet King', 'Ceramic Mug Set of 4', 'Wall Clock 12 inch', 'Cushion Cover Set of 5', 'Table Lamp'],
  food: ['Assam Tea 500 g', 'Filter Coffee 250 g', 'Almond Cookies 300 g', 'Mango Pickle 400 g', 'Honey 1 kg'],
}
const sellers = ['RetailNet Traders', 'Shree Balaji Stores', 'QuickKart Online', 'Aurum Wholesale', 'Daily Deals Hub']

/** The products on sale, the same at every start. */
export const demoProducts: readonly DemoProduct[] = demoBrands.flatMap((brand, b) =>
  (wares[brand.category] ?? []).map((ware, w) => {
    const mrp = 299 + ((b * 7 + w * 13) % 12) * 150
    return {
      mark: brand.mark,
      sku: `${brand.mark.slice(0, 3).toUpperCase()}${1001 + b * 100 + w * 7}`,
      title: `${brand.mark} ${ware}`,
      price: Math.round((mrp * (55 + ((b * 5 + w * 11) % 40))) / 100),
      mrp,
      seller: sellers[(b * 3 + w) % sellers.length]!,
      rating: 3 + ((b + w * 3) % 20) / 10,
      reviews: 11 + ((b * 37 + w * 53) % 900),
      inStock: (b + w) % 5 !== 3,
    }
  }),
)

const kinds = ['shop', 'sign-in', 'parked', 'empty', 'shop', 'parked'] as const
const registrars = ['Namekeep Registry Services', 'Harbor Domains Ltd', 'OneClick Names LLP']

/** How the names of look-alikes differ from a mark, one for each kind above. */
const changes: readonly ((mark: string) => string)[] = [
  (mark) => `${mark}-sale`,
  (mark) => `${mark}-login`,
  (mark) => mark.slice(0, 2) + mark[1] + mark.slice(2),
  (mark) => mark.slice(0, -2) + mark.at(-1)! + mark.at(-2)!,
  (mark) => `${mark}online`,
  (mark) => mark.replace(/[aeiou](?=[^aeiou]*$)/, (vowel) => (vowel === 'a' ? 'e' : 'a')),
]

/** The look-alikes of the enabled brands; reserved names (.example), so that none can belong to anybody. */
export const demoLookalikes: readonly DemoLookalike[] = demoBrands
  .filter(({ enabled }) => enabled)
  .flatMap(({ mark }, b) =>
    changes.map((change, c) => ({
      domain: `${change(mark.toLowerCase())}.example`,
      mark,
      kind: kinds[c]!,
      hasMail: c === 1 || (b + c) % 4 === 0,
      registrar: registrars[(b + c) % registrars.length]!,
      age: 3 + ((b * 31 + c * 47) % 340),
    })),
  )

/** The brands' own domains. */
export const demoOwnDomains: ReadonlyMap<string, string> = new Map(
  demoBrands.map(({ mark }) => [`${mark.toLowerCase()}.example`, mark]),
)

/** Products whose title has all words of a search, in any order. */
export function findProducts(words: string): DemoProduct[] {
  const wanted = words.toLowerCase().split(/\W+/).filter(Boolean)
  return demoProducts.filter(({ title }) => wanted.every((word) => title.toLowerCase().includes(word)))
}
