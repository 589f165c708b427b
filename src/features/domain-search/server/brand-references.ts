import type { domainSearch } from '#features/domain-search/contract.ts'
import { readBrandReferences } from '#features/domain-search/contract-jobs.ts'
import type { BrandReferenceDoc } from '#features/domain-search/contract-schemas.ts'
import { messages } from '#features/domain-search/messages.ts'
import { maxReferences } from '#features/domain-search/rules.ts'
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
import * as queries from './brand-reference-queries.ts'
import { likenessOf } from './likeness.ts'
import { storeEvidence } from './visit-look-alike.ts'
import type { SearchDeps } from './search-deps.ts'
import { reasonOf, seeAddress } from './see-page.ts'
import { logoHashesOf } from './small-pictures.ts'

/** The own pages and pictures of a brand, with links to their pictures. */
export async function listReferences(
  { files, settings }: AppContext,
  db: Db,
  session: Session,
  brandId: string,
): Promise<BrandReferenceDoc[]> {
  const linkTo = linksFor(settings.signingSecret, session)
  const found = await queries.listedReferences(db, brandId)
  return found.map(({ imageKey, ...reference }) => ({
    ...reference,
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
export async function addReference(
  { files }: AppContext,
  db: Db,
  session: Session,
  input: HandlerInput<typeof domainSearch.addReference>,
): Promise<{ message: string }> {
  const { company, brand, address, picture, name } = input
  // Of any platform: findings are shown beside these pictures, whether look-alike domains are searched or not.
  await requireEnabledBrand(db, { companyId: company, brandId: brand })
  if (!address && !picture) throw invalid({ address: isRequired('Address') })
  if (address && !isWebAddress(address)) throw invalid({ address: messages.addressNotValid })
  const [key] = picture ? await storedFor(db, { bucket: files.bucket, purpose: 'images', links: [picture] }) : []
  if (picture && key === undefined) throw invalid({ picture: messages.pictureNotStored })
  const count = await queries.addReference(db, {
    id: newId(),
    brandId: brand,
    kind: address ? 'page' : 'picture',
    label: address ? new URL(address).href : await pictureLabel(db, brand, plainName(name)),
    imageKey: key ?? null,
    userId: session.userId,
  })
  if (count === undefined) throw new Problem(409, messages.referenceExists)
  if (count > maxReferences) throw invalid({ address: messages.tooManyReferences(maxReferences) })
  await enqueue(db, readBrandReferences, {})
  return { message: messages.referenceAdded }
}

/** The name of a picture, with a number when the brand has another of this name: cameras call theirs 'image.png'. */
async function pictureLabel(db: Db, brandId: string, name: string): Promise<string> {
  const taken = new Set((await queries.listedReferences(db, brandId)).map(({ label }) => label))
  for (let number = 1; ; number++) {
    const label = number === 1 ? name : `${name} (${number})`
    if (!taken.has(label)) return label
  }
}

/** Removes an own page or picture; look-alikes are compared without it from now on. */
export async function removeReference(db: Db, id: string): Promise<{ message: string }> {
  const brandId = await queries.removeReference(db, id)
  if (brandId === undefined) throw notFound()
  await enqueue(db, readBrandReferences, { brandId })
  return { message: messages.referenceRemoved }
}

type App = Pick<AppContext, 'db' | 'files'>
type ReferenceDeps = Pick<SearchDeps, 'pages' | 'hashPicture'>

/**
 * The job: reads what was added, and compares the undecided look-alikes of these brands again, and of `changedBrand`. Without `deps` (look-ups
 * switched off) pages say so.
 */
export async function readReferences(app: App, deps: ReferenceDeps | undefined, changedBrand?: string): Promise<void> {
  const waiting = await queries.waitingReferences(app.db)
  const failures: unknown[] = []
  for (const reference of waiting) {
    try {
      // A picture that is compared with nothing is shown all the same.
      const problem = reference.kind === 'picture' ? null : messages.switchedOff
      const read = deps ? await readReference(app, deps, reference) : { ...nothingRead, problem }
      await queries.saveReference(app.db, reference.id, read)
    } catch (problem) {
      // The store is away: this one waits for the next try, and is not in the way of the others.
      failures.push(problem)
    }
  }
  const changed = new Set(waiting.map((reference) => reference.brandId))
  if (changedBrand !== undefined) changed.add(changedBrand)
  for (const brandId of changed) await compareAgain(app.db, brandId)
  if (failures.length > 0) throw failures[0]
}

/**
 * Takes the picture of the next own page that was read without a browser, and compares the look-alikes of its brand again;
 * false when there is none. What a browser cannot open, or does not show, stays as it was read.
 */
export async function takeReferencePicture(app: App, deps: ReferenceDeps, hoursBetween: number): Promise<boolean> {
  const reference = await queries.claimReferenceWithoutPicture(app.db, hoursBetween)
  if (!reference) return false
  const read = await readReference(app, deps, reference)
  if (read.problem === null && read.imageKey !== null) {
    await queries.saveReference(app.db, reference.id, read)
    await compareAgain(app.db, reference.brandId)
  }
  return true
}

type ReadReference = Parameters<typeof queries.saveReference>[2]

const nothingRead = { title: '', text: '', pictureHash: null, iconHash: null, logoHashes: [], imageKey: null }

async function readReference(
  app: App,
  deps: ReferenceDeps,
  { kind, label, imageKey }: queries.WaitingReference,
): Promise<ReadReference> {
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
  const references = await queries.brandReferencesOf(db, brandId)
  const brandTerms = await queries.keywordsOf(db, brandId)
  let after: string | undefined
  for (;;) {
    const found = await queries.openOfBrand(db, brandId, after)
    for (const one of found) {
      const name = one.likenessParts.find(({ kind }) => kind === 'name') ?? { value: 0, text: '' }
      const page = one.isParked ? nothingToCompare : one
      const compared = { ...page, title: page.title ?? '', pictureHash: one.pictureHash, name, brandTerms }
      await queries.saveLikeness(db, one.id, likenessOf(compared, references))
    }
    after = found.at(-1)?.id
    if (after === undefined) return
  }
}
