import { messages } from '#features/domain-search/messages.ts'
import { addEvidence, type EvidenceFile, putEvidence } from '#features/files/server/stored-evidence.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { brandReferencesOf } from './brand-reference-queries.ts'
import type { CheckedDomain } from './check-domain.ts'
import { type BrandReference, likenessOf } from './likeness.ts'
import { matcherOf } from './names-of-keywords.ts'
import type { MatchedName, SearchDeps } from './search-deps.ts'
import type { Seen } from './searched-queries.ts'
import { seePage, type SeenPage } from './see-page.ts'
import { logoHashesOf } from './small-pictures.ts'

type App = Pick<AppContext, 'db' | 'files'>

/** A registered look-alike whose page is to be seen. */
export type ToSee = {
  domain: string
  keyword: string
  family: string
  match: MatchedName | undefined
  brandTerms: readonly string[]
  references: readonly BrandReference[]
  checked: CheckedDomain
}

/** How alike a made name is when the matcher does not know it: a far permutation. */
const unmatchedScore = 0.4

/** Opens the page of a look-alike, stores its picture and archive, and compares it with the brand's own pages. */
export async function visitLookAlike(
  app: App,
  deps: Pick<SearchDeps, 'pages' | 'hashPicture'>,
  one: ToSee,
): Promise<Seen> {
  const { domain, checked, match } = one
  const page = await seePage(deps.pages, domain, { nameServers: checked.nameServers })
  const pictureHash = (page.picture && (await deps.hashPicture(page.picture).catch(() => undefined))) ?? null
  const logoHashes = await logoHashesOf(page.logos, deps.hashPicture)
  const name = match
    ? { value: match.score, text: match.reason }
    : { value: unmatchedScore, text: messages.variation(one.keyword, one.family) }
  const { value, parts } = likenessOf({ ...one, name, ...comparable(page), pictureHash, logoHashes }, one.references)
  const { imageKey, archiveKey } = await storeEvidence(app, domain, page)
  const { outcome: _, reason: __, isWildcard: ___, ...known } = checked
  const { title, finalAddress, status, note, certificate, isParked, iconHash, text, template } = page
  return {
    ...known,
    visit: { title: title || null, finalAddress, status, note, certificate },
    isParked,
    imageKey,
    archiveKey,
    pictureHash,
    iconHash,
    logoHashes,
    pageText: text,
    template,
    likeness: value,
    likenessParts: parts,
  }
}

/** A look-alike of a brand that is seen again. */
export type ToSeeAgain = Pick<ToSee, 'domain' | 'keyword' | 'family' | 'checked'> & {
  brandId: string
  keywords: readonly string[]
}

/** Opens the page of a stored look-alike again, and compares it with the keywords and pages of its brand as they are now. */
export async function visitAgain(app: App, deps: SearchDeps, one: ToSeeAgain): Promise<Seen> {
  const match = matcherOf(deps, one.keywords, []).match(one.domain)
  const references = await brandReferencesOf(app.db, one.brandId)
  return visitLookAlike(app, deps, { ...one, match, brandTerms: one.keywords, references })
}

/** The page as it is compared: what a parking service shows says nothing about the brand. */
const comparable = ({ isParked, title, text, iconHash }: SeenPage) =>
  isParked ? { title: '', text: '', iconHash: null } : { title, text, iconHash }

/** Stores the picture and the archive of a page under the name of its domain. */
export async function storeEvidence(
  { db, files }: App,
  domain: string,
  { picture, archive }: Pick<SeenPage, 'picture' | 'archive'>,
): Promise<{ imageKey: string | null; archiveKey: string | null }> {
  const stored: EvidenceFile[] = []
  const store = async (bytes: Buffer | undefined, extension: string, mediaType: string): Promise<string | null> => {
    if (!bytes || bytes.length === 0) return null
    const file = await putEvidence(files, { name: `${domain}.${extension}`, bytes, extension, mediaType })
    stored.push(file)
    return file.key
  }
  const imageKey = await store(picture, 'png', 'image/png')
  const archiveKey = await store(archive, 'wacz', 'application/wacz')
  await addEvidence(db, { bucket: files.bucket, files: stored })
  return { imageKey, archiveKey }
}
