import type { domainSearch } from '#features/domain-search/contract.ts'
import { readBrandLooks } from '#features/domain-search/contract-jobs.ts'
import type { BrandLookDoc } from '#features/domain-search/contract-schemas.ts'
import { messages } from '#features/domain-search/messages.ts'
import { maxLooks } from '#features/domain-search/rules.ts'
import { plainName } from '#features/files/server/plain-name.ts'
import { storedFor } from '#features/files/server/stored-for.ts'
import { requireEnabledBrand } from '#features/staging-rows/server/require-brand.ts'
import type { HandlerInput } from '#kit/contract/endpoint.ts'
import { isRequired } from '#kit/contract/texts.ts'
import type { Db } from '#kit/server/db.ts'
import { linksFor } from '#kit/server/files.ts'
import { newId } from '#kit/server/id.ts'
import { enqueue } from '#kit/server/jobs.ts'
import { invalid, notFound, Problem } from '#kit/server/problem.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { isStaff, type Session } from '#kit/server/session.ts'
import { isWebAddress } from '#vocabulary/addresses.ts'
import * as queries from './brand-look-queries.ts'
import { likenessOf } from './likeness.ts'
import { storeEvidence } from './look-at.ts'
import type { SearchDeps } from './search-deps.ts'
import { reasonOf, seeAddress } from './see-page.ts'
import { logoHashesOf } from './small-pictures.ts'

/** The own pages and pictures of a brand, with links to their pictures. */
export async function listLooks(
  { files, settings }: AppContext,
  db: Db,
  session: Session,
  brandId: string,
): Promise<BrandLookDoc[]> {
  const linkTo = linksFor(settings.signingSecret, session)
  const found = await queries.listedLooks(db, brandId)
  return found.map(({ imageKey, ...look }) => ({
    ...look,
    imageUrl: imageKey && linkTo(files.bucket, imageKey, brandId),
  }))
}

/** The most pictures a finding is compared with. */
const maxGenuine = 6

/** The pictures of a brand's own items, then of its pages. 404 for a brand outside the caller's scope. */
export async function genuinePictures(
  { files, settings }: Pick<AppContext, 'files' | 'settings'>,
  db: Db,
  session: Session,
  brandId: string,
) {
  if (!isStaff(session) && !session.brands.some(({ id }) => id === brandId)) throw notFound()
  const linkTo = linksFor(settings.signingSecret, session)
  const found = await queries.picturesOfBrand(db, brandId, maxGenuine)
  return found.map(({ imageKey, ...picture }) => ({
    ...picture,
    imageUrl: linkTo(files.bucket, imageKey, brandId),
  }))
}

/** Adds an own page or picture of a brand, which a job then reads. Throws 422 for a wrong one, 409 for one that is there. */
export async function addLook(
  { files }: AppContext,
  db: Db,
  session: Session,
  input: HandlerInput<typeof domainSearch.addLook>,
): Promise<{ message: string }> {
  const { company, brand, address, picture, name } = input
  // Of any platform: findings are shown beside these pictures, whether look-alike domains are searched or not.
  await requireEnabledBrand(db, { companyId: company, brandId: brand })
  if (!address && !picture) throw invalid({ address: isRequired('Address') })
  if (address && !isWebAddress(address)) throw invalid({ address: messages.addressNotValid })
  const [key] = picture ? await storedFor(db, { bucket: files.bucket, purpose: 'images', links: [picture] }) : []
  if (picture && key === undefined) throw invalid({ picture: messages.pictureNotStored })
  const count = await queries.addLook(db, {
    id: newId(),
    brandId: brand,
    kind: address ? 'page' : 'picture',
    label: address ? new URL(address).href : await pictureLabel(db, brand, plainName(name)),
    imageKey: key ?? null,
    userId: session.userId,
  })
  if (count === undefined) throw new Problem(409, messages.lookExists)
  if (count > maxLooks) throw invalid({ address: messages.tooManyLooks(maxLooks) })
  await enqueue(db, readBrandLooks, {})
  return { message: messages.lookAdded }
}

/** The name of a picture, with a number when the brand has another of this name: cameras call theirs 'image.png'. */
async function pictureLabel(db: Db, brandId: string, name: string): Promise<string> {
  const taken = new Set((await queries.listedLooks(db, brandId)).map(({ label }) => label))
  for (let number = 1; ; number++) {
    const label = number === 1 ? name : `${name} (${number})`
    if (!taken.has(label)) return label
  }
}

/** Removes an own page or picture; look-alikes are compared without it from now on. */
export async function removeLook(db: Db, id: string): Promise<{ message: string }> {
  const brandId = await queries.removeLook(db, id)
  if (brandId === undefined) throw notFound()
  await enqueue(db, readBrandLooks, { brandId })
  return { message: messages.lookRemoved }
}

type App = Pick<AppContext, 'db' | 'files'>
type LookDeps = Pick<SearchDeps, 'pages' | 'hashPicture'>

/**
 * The job: reads what was added, and compares the undecided look-alikes of these brands again, and of `changedBrand`. Without `deps` (look-ups
 * switched off) pages say so.
 */
export async function readLooks(app: App, deps: LookDeps | undefined, changedBrand?: string): Promise<void> {
  const waiting = await queries.waitingLooks(app.db)
  const failures: unknown[] = []
  for (const look of waiting) {
    try {
      // A picture that is compared with nothing is shown all the same.
      const problem = look.kind === 'picture' ? null : messages.switchedOff
      const read = deps ? await readLook(app, deps, look) : { ...nothingRead, problem }
      await queries.saveLook(app.db, look.id, read)
    } catch (problem) {
      // The store is away: this one waits for the next try, and is not in the way of the others.
      failures.push(problem)
    }
  }
  const changed = new Set(waiting.map((look) => look.brandId))
  if (changedBrand !== undefined) changed.add(changedBrand)
  for (const brandId of changed) await compareAgain(app.db, brandId)
  if (failures.length > 0) throw failures[0]
}

/**
 * Takes the picture of the next own page that was read without a browser, and compares the look-alikes of its brand again;
 * false when there is none. What a browser cannot open, or does not show, stays as it was read.
 */
export async function takeLookPicture(app: App, deps: LookDeps, hoursBetween: number): Promise<boolean> {
  const look = await queries.claimLookWithoutPicture(app.db, hoursBetween)
  if (!look) return false
  const read = await readLook(app, deps, look)
  if (read.problem === null && read.imageKey !== null) {
    await queries.saveLook(app.db, look.id, read)
    await compareAgain(app.db, look.brandId)
  }
  return true
}

type ReadLook = Parameters<typeof queries.saveLook>[2]

const nothingRead = { title: '', text: '', pictureHash: null, iconHash: null, logoHashes: [], imageKey: null }

async function readLook(app: App, deps: LookDeps, { kind, label, imageKey }: queries.WaitingLook): Promise<ReadLook> {
  if (kind === 'picture') {
    const bytes = imageKey === null ? undefined : await app.files.read(imageKey)
    const pictureHash = bytes && (await deps.hashPicture(bytes))
    return pictureHash
      ? { ...nothingRead, pictureHash, problem: null }
      : { ...nothingRead, problem: messages.pictureUnreadable }
  }
  try {
    const page = await seeAddress(deps.pages, label)
    const pictureHash = (page.picture && (await deps.hashPicture(page.picture))) ?? null
    const stored = await storeEvidence(app, new URL(label).hostname, { picture: page.picture })
    const problem = page.note
    return {
      title: page.title,
      text: page.text,
      iconHash: page.iconHash,
      logoHashes: await logoHashesOf(page.logos, deps.hashPicture),
      pictureHash,
      imageKey: stored.imageKey,
      problem,
    }
  } catch (problem) {
    return { ...nothingRead, problem: `No page: ${reasonOf(problem)}`.slice(0, 300) }
  }
}

/** What a parking service shows says nothing about the brand. */
const nothingToCompare = { title: '', text: '', iconHash: null, logoHashes: [] }

/** Compares the undecided look-alikes of a brand with its pages as they are now. */
async function compareAgain(db: Db, brandId: string): Promise<void> {
  const looks = await queries.brandLooksOf(db, brandId)
  const brandTerms = await queries.keywordsOf(db, brandId)
  let after: string | undefined
  for (;;) {
    const found = await queries.openOfBrand(db, brandId, after)
    for (const one of found) {
      const name = one.likenessParts.find(({ kind }) => kind === 'name') ?? { value: 0, text: '' }
      const page = one.isParked ? nothingToCompare : one
      const compared = { ...page, title: page.title ?? '', pictureHash: one.pictureHash, name, brandTerms }
      await queries.saveLikeness(db, one.id, likenessOf(compared, looks))
    }
    after = found.at(-1)?.id
    if (after === undefined) return
  }
}
