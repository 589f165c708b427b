import { addReference, readReferences } from '#features/domain-search/server/brand-references.ts'
import { searchDue } from '#features/domain-search/server/run-searches.ts'
import { saveSchedule } from '#features/domain-search/server/schedules.ts'
import type { SearchDeps } from '#features/domain-search/server/search-deps.ts'
import { countDeskScores } from '#features/enforcement/server/desk-scores.ts'
import { recountLeague } from '#features/revisits/server/recount-league.ts'
import { sessionOfUser } from '#features/sessions/server/session-of.ts'
import { beginDraft } from '#features/staging/server/drafts.ts'
import { scopeOf } from '#features/staging/server/open-draft.ts'
import type { Cells } from '#features/staging/rules.ts'
import { saveDraftRows } from '#features/staging/server/save-rows.ts'
import { assignFindings, takeNext } from '#features/work/server/assign.ts'
import { type Db, inLongTransaction, inTransaction, row, rows, sql } from '#kit/server/db.ts'
import type { AppContext } from '#kit/server/serve.ts'
import type { Session } from '#kit/server/session.ts'
import { sellerPlatform } from '#platforms/all.ts'
import { readReasonCode } from '#vocabulary/reason-codes.ts'
import { demoBrands, type DemoBrand } from './people.ts'
import { pictureKey } from './pictures.ts'
import { demoOrigins } from './small-web/addresses.ts'
import { demoProducts } from './small-web/sites.ts'

type Context = { app: AppContext; db: Db; admin: Session; analyst: Session }

/** What a brand sells, by its category: names of pictures of the demo world. */
const ownPictures: Readonly<Record<string, readonly (readonly [picture: string, item: string])[]>> = {
  beauty: [
    ['bottle-001.png', 'Rosewater Face Mist 120 ml'],
    ['jar-001.png', 'Night Repair Cream 50 g'],
    ['tube-001.png', 'SPF 50 Sun Gel 80 g'],
  ],
  home: [
    ['plate-001.png', 'Stoneware Dinner Plate'],
    ['fabric-001.png', 'Cotton Bedsheet King'],
  ],
  food: [
    ['box-001.png', 'Masala Chai 500 g'],
    ['jar-002.png', 'Mango Pickle 400 g'],
  ],
}

/** Pictures of the demo world for listings of each category, in the order of the shop's products. */
const listingPictures: Readonly<Record<string, readonly string[]>> = {
  home: ['fabric-003.png', 'plate-004.png', 'plate-007.png', 'fabric-008.png'],
  food: ['box-003.png', 'box-007.png', 'box-011.png', 'jar-005.png'],
}

/** Brands whose look-alike domains are searched, and on whose listings analysts are working. */
const searchedBrands = ['castelune', 'tindral']

/**
 * What a team has going in a filled demo world, by the functions that its own calls use: pictures of the brands' own
 * items, searches of look-alike domains (`search` reads the small web), drafts, assigned work, and the league and the
 * scores of desks counted for the first time, which is otherwise done hourly.
 */
export async function addTeamWork(app: AppContext, search: SearchDeps): Promise<void> {
  const { db } = app
  const [admin, analyst] = await Promise.all([
    sessionNamed(db, 'admin@demo.test'),
    sessionNamed(db, 'analyst@demo.test'),
  ])
  const context = { app, db, admin, analyst }
  for (const brand of demoBrands) if (brand.enabled) await addReferences(context, brand)
  await readReferences(app, search)
  for (const brand of demoBrands) if (searchedBrands.includes(brand.key)) await addSearchAndDraft(context, brand)
  await searchDue(app, search)
  await assignWork(context)
  await recountLeague(app)
  await inLongTransaction(app.pool, (long) => countDeskScores(long.db))
}

async function sessionNamed(db: Db, username: string): Promise<Session> {
  const found = await row<{ id: string }>(db, sql`select id from users where username = ${username}`)
  return (await sessionOfUser(db, found!.id))!
}

async function brandIds(db: Db, { name }: DemoBrand): Promise<{ brand: string; company: string }> {
  return (await row<{ brand: string; company: string }>(
    db,
    sql`select id as brand, company_id as company from brands where brand_name = ${name}`,
  ))!
}

async function addReferences({ app, db, admin }: Context, brand: DemoBrand): Promise<void> {
  const ids = await brandIds(db, brand)
  for (const [picture, item] of ownPictures[brand.category] ?? [])
    await addReference(app, db, admin, { ...ids, picture: pictureKey(picture), name: `${brand.mark} ${item}` })
  if (searchedBrands.includes(brand.key))
    await addReference(app, db, admin, { ...ids, address: `http://${brand.mark.toLowerCase()}.example/` })
}

/**
 * The draft has listings of a shop of the small web, some of them not judged yet. All can be submitted except the last
 * one, which has no picture: it shows what a check says.
 */
async function addSearchAndDraft({ app, admin, analyst }: Context, brand: DemoBrand): Promise<void> {
  const zone = app.settings.businessZone
  await inTransaction(app.pool, async ({ db }) => {
    const ids = await brandIds(db, brand)
    await saveSchedule(db, admin, { ...ids, keywords: [brand.mark.toLowerCase()], zone })
    const given = { ...ids, platform: sellerPlatform }
    const draft = await beginDraft(db, analyst, { given, zone })
    const listings = demoProducts.filter(({ mark }) => mark === brand.mark)
    const scope = await scopeOf(db, given)
    const names = listingPictures[brand.category] ?? []
    const draftRows = listings.map((one, n) => draftRow(one, n, pictureCells(app.files.bucket, names[n])))
    await saveDraftRows(db, analyst, { draftId: draft._id, scope }, { rows: draftRows })
  })
}

const pictureCells = (bucket: string, name: string | undefined): Cells =>
  name === undefined ? {} : { image: name, s3BucketName: bucket, s3FullImagePath: pictureKey(name) }

function draftRow(one: (typeof demoProducts)[number], n: number, picture: Cells) {
  const reason = n % 2 === 0 ? readReasonCode('TM_Keyword') : undefined
  const { title, price, mrp, seller, sku } = one
  return {
    sn: n + 1,
    data: {
      site: 'Bazaar',
      url: `${demoOrigins.shops[0]}/product/${sku}`,
      title,
      price,
      mrp,
      username: seller,
      sku,
      ...picture,
      ...(reason && { reasonCode: reason.code, reason: reason.meaning, priority: reason.priority }),
    },
  }
}

/** The oldest from the queue, which are overdue, and some of the newest, which are not. */
async function assignWork({ app, analyst }: Context): Promise<void> {
  await inTransaction(app.pool, async ({ db }) => {
    await takeNext(db, analyst, { platform: sellerPlatform.value, clientCompanyId: undefined, count: 4 })
    const newest = await rows<{ id: string }>(
      db,
      sql`select f.id from findings f where f.platform = 'domain' and f.status = '22' and f.deleted_at is null
        order by f.updated_at desc, f.id limit 6`,
    )
    await assignFindings(db, analyst, { ids: newest.map(({ id }) => id), to: analyst.userId, from: null })
  })
}
