import type { PoolClient } from 'pg'
import { labelsOf } from '#features/trademarks/server/labels.ts'
import { markStatuses, markTypes, sunriseFlags } from '#platforms/trademark.ts'
import { daysAfter } from '#vocabulary/dates.ts'
import { copyRows } from './copy.ts'
import { type DemoBrand, demoBrands } from './people.ts'
import { chanceFor, idMaker } from './seeded.ts'
import { tlds } from './building-blocks.ts'
import type { ActivityContext } from './activity-context.ts'

const lines = ['Glow', 'Pure', 'Care', 'Gold', 'Leaf', 'Baby', 'Men', 'Club', 'Pro', 'Kids', 'Skin & Hair', 'Home']
const kinds = ['', 'Classic', 'Active', 'Nature']
const squatted =
  'deals outlet official store sale care online direct discount support gift club beauty pro factory hub world new best original express mart bazaar planet'.split(
    ' ',
  )

/** Writes clearinghouse marks of the brands with that platform, some with domain notifications, and the lists. */
export async function writeMarks(client: PoolClient, context: ActivityContext): Promise<void> {
  const marks = demoBrands.filter((one) => one.platforms.includes('tmch')).flatMap((brand) => marksOf(brand, context))
  await copyRows(
    client,
    'trademarks',
    [
      'id',
      'company_id',
      'brand_id',
      'mark_name',
      'mark_type',
      'status',
      'reporting_date',
      'start_date',
      'expiry_date',
      'sunrise_flag',
      'notifications',
      'smd_id',
      'labels',
      'created_at',
      'updated_at',
    ],
    marks.map(({ row }) => row),
  )
  await copyRows(
    client,
    'trademark_notifications',
    ['id', 'trademark_id', 'domain', 'date', 'created_at'],
    marks.flatMap(({ notificationRows }) => notificationRows),
  )
  await writeLists(client, context, marks)
}

type DemoMark = ReturnType<typeof marksOf>[number]

function marksOf(brand: DemoBrand, { people, today }: ActivityContext) {
  const newId = idMaker(`marks ${brand.key}`)
  const chance = chanceFor(`marks ${brand.key}`)
  const names = [brand.mark, ...kinds.flatMap((kind) => lines.map((line) => `${brand.mark} ${line} ${kind}`.trim()))]
  return names.slice(0, 36).map((name, n) => {
    const day = daysAfter(today, -chance.whole(0, n < 10 ? 15 : 700))
    const at = new Date(Math.min(Date.parse(`${day}T06:00:00Z`), Date.parse(`${today}T00:00:00Z`)))
    const id = newId(at)
    // The word mark itself gets the most notifications.
    const notificationCount = n === 0 ? squatted.length : n % 3 === 0 ? chance.whole(1, 5) : 0
    const status = n === 0 ? 'Verified' : chance.weighted(markStatuses.map((one) => [one, one === 'Verified' ? 8 : 1]))
    const markType = n === 0 ? markTypes[0] : chance.one(markTypes)
    const smdId =
      status === 'Verified' || status === 'Deactivated' ? `00000${chance.whole(10_000, 99_999)}${n}-65535` : null
    const labels = labelsOf(name)
    const start = daysAfter(day, -365 * chance.whole(1, 6) - chance.whole(0, 300))
    const expiry =
      status === 'Expired' ? daysAfter(day, -chance.whole(1, 200)) : daysAfter(day, 365 * chance.whole(1, 5))
    const company = people.company.get(brand.company)
    const row = [
      id,
      company,
      people.brand.get(brand.key),
      name,
      markType,
      status,
      day,
      start,
      expiry,
      smdId ? 'Yes' : chance.one(sunriseFlags),
      notificationCount,
      smdId,
      labels,
      at,
      at,
    ]
    const word = name.toLowerCase().replace(/[^a-z]+/g, '')
    const notificationRows = squatted.slice(0, notificationCount).map((squat, k) => {
      const domain = `${word}${k % 2 ? '-' : ''}${squat}.${chance.weighted(tlds)}`
      return [newId(at), id, domain, daysAfter(day, -k * 4), at]
    })
    return { row, notificationRows, status, smdId, labels }
  })
}

/** Labels of verified marks are on the claims list; the signed marks of deactivated ones are revoked. */
async function writeLists(client: PoolClient, { today }: ActivityContext, marks: readonly DemoMark[]): Promise<void> {
  const made = new Date(Date.parse(`${today}T00:00:00Z`) - 86_400_000)
  const claimed = [...new Set(marks.flatMap(({ status, labels }) => (status === 'Verified' ? labels : [])))]
  const revoked = marks.flatMap(({ status, smdId }) => (status === 'Deactivated' && smdId ? [smdId] : []))
  await copyRows(
    client,
    'tmch_lists',
    ['kind', 'made_at', 'entries', 'loaded_at'],
    [
      ['DNL', made, claimed.length, made],
      ['SMDRL', made, revoked.length, made],
    ],
  )
  await copyRows(
    client,
    'claimed_labels',
    ['label', 'lookup_key', 'inserted_at'],
    claimed.map((label, n) => [label, `${today.replaceAll('-', '')}00/${n}`, made]),
  )
  await copyRows(
    client,
    'revoked_marks',
    ['smd_id', 'revoked_at'],
    revoked.map((smdId) => [smdId, made]),
  )
}
