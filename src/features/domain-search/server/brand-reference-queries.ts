import type { BrandReferenceDoc, LikenessPart } from '#features/domain-search/contract-schemas.ts'
import { type Db, row, rows, sql } from '#kit/server/db.ts'
import { jsonbOf } from '#kit/server/jsonb.ts'
import type { BrandReference } from './likeness.ts'

/** The pages and pictures of a brand that were read. */
export function brandReferencesOf(db: Db, brandId: string): Promise<BrandReference[]> {
  return rows(
    db,
    sql`select label, title, page_text as text, picture_hash as "pictureHash", icon_hash as "iconHash",
        logo_hashes as "logoHashes"
      from brand_references where brand_id = ${brandId} and state = 'Read' order by created_at`,
  )
}

/** All pages and pictures of a brand, as they are listed. */
export function listedReferences(
  db: Db,
  brandId: string,
): Promise<(Omit<BrandReferenceDoc, 'imageUrl'> & { imageKey: string | null })[]> {
  return rows(
    db,
    sql`select id, kind, label, state, problem, title, image_key as "imageKey" from brand_references
      where brand_id = ${brandId} order by created_at, id`,
  )
}

/** The stored pictures of a brand: its items first, then its pages. */
export function picturesOfBrand(
  db: Db,
  brandId: string,
  max: number,
): Promise<{ id: string; kind: 'page' | 'picture'; label: string; imageKey: string }[]> {
  return rows(
    db,
    sql`select id, kind, label, image_key as "imageKey" from brand_references
      where brand_id = ${brandId}::uuid and image_key is not null order by kind desc, created_at, id limit ${max}`,
  )
}

export type NewReference = {
  id: string
  brandId: string
  kind: 'page' | 'picture'
  label: string
  imageKey: string | null
  userId: string
}

/** Adds a page or a picture; returns how many the brand has, or undefined when it has this one. */
export async function addReference(db: Db, one: NewReference): Promise<number | undefined> {
  const added = await row(
    db,
    sql`insert into brand_references (id, brand_id, kind, label, image_key, created_by)
      values (${one.id}, ${one.brandId}, ${one.kind}, ${one.label}, ${one.imageKey}, ${one.userId})
      on conflict (brand_id, label) do nothing returning id`,
  )
  if (!added) return undefined
  return (await row<{ n: number }>(
    db,
    sql`select count(*)::int as n from brand_references where brand_id = ${one.brandId}`,
  ))!.n
}

/** Removes a page or a picture; its brand, or undefined when there is none. */
export async function removeReference(db: Db, id: string): Promise<string | undefined> {
  const removed = await row<{ brandId: string }>(
    db,
    sql`delete from brand_references where id = ${id}::uuid returning brand_id as "brandId"`,
  )
  return removed?.brandId
}

/** A page or a picture to be read. */
export type WaitingReference = {
  id: string
  brandId: string
  kind: 'page' | 'picture'
  label: string
  imageKey: string | null
}

/** The pages and pictures that were not read yet. */
export function waitingReferences(db: Db): Promise<WaitingReference[]> {
  return rows(
    db,
    sql`select id, brand_id as "brandId", kind, label, image_key as "imageKey" from brand_references
      where state = 'Waiting' order by created_at limit 100`,
  )
}

/** An own page that was read without a browser and not tried within `hours`; notes that it is tried now. */
export function claimReferenceWithoutPicture(db: Db, hours: number): Promise<WaitingReference | undefined> {
  return row(
    db,
    sql`update brand_references set picture_tried_at = now() where id = (
        select id from brand_references where kind = 'page' and state = 'Read' and image_key is null
          and (picture_tried_at is null or picture_tried_at < now() - make_interval(hours => ${hours}))
          order by created_at limit 1 for update skip locked)
      returning id, brand_id as "brandId", kind, label, image_key as "imageKey"`,
  )
}

/** Stores what was read of a page or a picture, or why it could not be. */
export async function saveReference(
  db: Db,
  id: string,
  one: Omit<BrandReference, 'label'> & { imageKey: string | null; problem: string | null },
): Promise<void> {
  await rows(
    db,
    sql`update brand_references set state = ${one.problem === null ? 'Read' : 'Failed'}, problem = ${one.problem},
        title = ${one.title}, page_text = ${one.text}, image_key = coalesce(${one.imageKey}, image_key),
        picture_hash = ${one.pictureHash}, icon_hash = ${one.iconHash}, logo_hashes = ${one.logoHashes}::bytea[],
        read_at = now()
      where id = ${id}`,
  )
}

/** A searched domain to be compared again. */
export type ToCompare = {
  id: string
  likenessParts: LikenessPart[]
  title: string | null
  text: string
  isParked: boolean
  pictureHash: Buffer | null
  iconHash: Buffer | null
  logoHashes: Buffer[]
}

/** The undecided domains of a brand after an id, in order. */
export function openOfBrand(db: Db, brandId: string, after: string | undefined): Promise<ToCompare[]> {
  return rows(
    db,
    sql`select id, likeness_parts as "likenessParts", visit->>'title' as title, page_text as text,
        is_parked as "isParked", picture_hash as "pictureHash", icon_hash as "iconHash",
        logo_hashes as "logoHashes"
      from searched_domains where brand_id = ${brandId} and action is null
        ${after === undefined ? sql`` : sql`and id > ${after}`} order by id limit 500`,
  )
}

/** Stores a likeness that was compared again. */
export async function saveLikeness(
  db: Db,
  id: string,
  { value, parts }: { value: number; parts: readonly LikenessPart[] },
): Promise<void> {
  await rows(
    db,
    sql`update searched_domains set likeness = ${value}, likeness_parts = ${jsonbOf(parts)}::jsonb where id = ${id}`,
  )
}

/** The keywords of a brand's schedule. */
export async function keywordsOf(db: Db, brandId: string): Promise<string[]> {
  const found = await row<{ keywords: string[] }>(
    db,
    sql`select keywords from domain_schedules where brand_id = ${brandId}`,
  )
  return found?.keywords ?? []
}
