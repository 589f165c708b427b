import type { PoolClient } from 'pg'
import { showDay } from '#vocabulary/dates.ts'
import { copyRows } from './copy.ts'
import type { DemoFinding } from './findings.ts'
import { fileRow, paper, parcelPictures, type PurchaseFile } from './purchase-files.ts'
import { type Chance, chanceFor, idMaker } from './seeded.ts'
import { streets } from './building-blocks.ts'
import type { ActivityContext } from './activity-context.ts'

/** Statuses with a purchase; 44 still waits for somebody to buy. */
const bought = ['66', '77', '101', '102']

const states: readonly (readonly [code: string, name: string])[] = [
  ['27', 'Maharashtra'],
  ['07', 'Delhi'],
  ['29', 'Karnataka'],
  ['24', 'Gujarat'],
  ['33', 'Tamil Nadu'],
]

const notes: Readonly<Record<string, readonly string[]>> = {
  '66': ['Ordered, not yet delivered.', 'Paid on delivery, expected this week.'],
  '77': ['Hologram missing, print blurred.', 'Batch number does not exist.', 'Seal broken, smell differs.'],
  '101': ['Listing says in stock, the order was cancelled by the shop.', 'Out of stock in every size.'],
  '102': ['Three messages in two weeks, no answer.', 'The seller accepted the order and never sent it.'],
}

/** Writes a purchase for every finding that was bought, or tried; finished ones with price, documents and pictures. */
export async function writePurchases(client: PoolClient, context: ActivityContext): Promise<void> {
  const { findings, people, bucket, now, put } = context
  const newId = idMaker('purchases')
  const by = people.user.get('admin@demo.test')
  const parcels = await parcelPictures()
  const files: PurchaseFile[] = [...parcels]
  const rows = []
  for (const [n, one] of findings.filter(({ status }) => bought.includes(status)).entries()) {
    const chance = chanceFor(`purchase ${n}`)
    const seller = sellerOf(one, chance)
    const isDone = one.status === '77'
    const papers = isDone ? await papersOf(one, seller) : []
    files.push(...papers)
    const [invoice, certificate] = papers
    rows.push([
      newId(one.updatedAt),
      people.company.get(one.brand.company),
      one.id,
      seller.name,
      seller.address,
      seller.city,
      seller.state,
      'India',
      isDone ? Number(one.own['price']) : null,
      isDone ? seller.pan : null,
      isDone ? seller.invoice : null,
      isDone ? seller.gst : null,
      chance.one(notes[one.status]!),
      isDone ? picked(parcels, chance).map(({ key }) => key) : [],
      invoice?.key,
      certificate?.key,
      by,
      one.updatedAt,
      one.updatedAt,
    ])
  }
  for (const file of files) await put({ bucket, key: file.key, bytes: file.bytes, mediaType: file.mediaType })
  await copyRows(
    client,
    'files',
    ['id', 'bucket', 'key', 'purpose', 'original_name', 'media_type', 'bytes', 'sha256', 'uploaded_by', 'created_at'],
    files.map((file) => fileRow(newId(now), file, { bucket, by, at: now })),
  )
  await copyRows(client, 'purchases', columns, rows)
}

const columns = [
  'id',
  'company_id',
  'finding_id',
  'seller_name',
  'seller_address',
  'seller_city',
  'seller_state',
  'seller_country',
  'price_paid',
  'pan',
  'invoice',
  'gst_number',
  'product_note',
  'image_urls',
  'invoice_file',
  'gst_file',
  'created_by',
  'created_at',
  'updated_at',
]

type Seller = ReturnType<typeof sellerOf>

function sellerOf(one: DemoFinding, chance: Chance) {
  const [code, state] = chance.one(states)
  const pan = `DEMOP${chance.whole(1000, 9999)}${chance.one(['A', 'C', 'F', 'K', 'X'])}`
  return {
    name: String(one.own['username']),
    address: `${chance.whole(1, 300)} ${chance.one(streets)}`,
    city: String(one.own['city']),
    state,
    pan,
    gst: `${code}${pan}1Z${chance.whole(0, 9)}`,
    invoice: `INV-${chance.whole(10_000, 99_999)}`,
  }
}

function picked(parcels: readonly PurchaseFile[], chance: Chance): PurchaseFile[] {
  const first = chance.whole(0, parcels.length - 1)
  return Array.from({ length: chance.whole(1, 4) }, (_, n) => parcels[(first + n * 5) % parcels.length]!)
}

/** The invoice, and the seller's certificate. */
function papersOf(one: DemoFinding, seller: Seller): Promise<PurchaseFile[]> {
  const from = [seller.name, seller.address, `${seller.city}, ${seller.state}, India`]
  const price = `INR ${Number(one.own['price']).toFixed(2)}`
  return Promise.all([
    paper(`invoice-${one.id}.pdf`, one.updatedAt, {
      title: 'Tax Invoice',
      from,
      facts: [
        ['Invoice', seller.invoice],
        ['Date', showDay(one.updatedAt.toISOString().slice(0, 10))],
        ['GSTIN', seller.gst],
        ['Sold on', String(one.own['site'])],
        ['Product', String(one.own['title'])],
        ['Quantity', '1'],
        ['Total', price],
      ],
    }),
    paper(`gst-${one.id}.pdf`, one.updatedAt, {
      title: 'Registration Certificate',
      from,
      facts: [
        ['GSTIN', seller.gst],
        ['PAN', seller.pan],
        ['State', seller.state],
        ['Type', 'Regular'],
      ],
    }),
  ])
}
