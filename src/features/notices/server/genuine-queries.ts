import { type Db, rows, sql } from '#kit/server/db.ts'
import type { StoredPicture } from './queries.ts'

/** A picture of a genuine article of a brand, with the name that it was given. */
export type GenuineArticle = StoredPicture & { label: string }

/** The articles that people chose for these findings, by the finding's id. */
export async function chosenArticles(db: Db, findingIds: readonly string[]): Promise<Map<string, string>> {
  const found = await rows<{ id: string; articleId: string }>(
    db,
    sql`select f.id, c.article_id as "articleId" from unnest(${findingIds}::uuid[]) as requested (id)
      join findings f on f.id = requested.id
      join chosen_proofs c on c.company_id = f.company_id and c.finding_id = f.id where c.article_id is not null`,
  )
  return new Map(found.map(({ id, articleId }) => [id, articleId]))
}

/** The pictures of the genuine articles of these brands, oldest first. */
export function genuineArticlesOf(
  db: Db,
  brandIds: readonly string[],
): Promise<(GenuineArticle & { id: string; brandId: string })[]> {
  return rows(
    db,
    sql`select l.id, l.brand_id as "brandId", l.label, p.bucket, p.key, p.media_type as "mediaType", p.bytes,
        encode(p.sha256, 'hex') as sha256
      from unnest(${brandIds}::uuid[]) as requested (id)
      join brand_references l on l.brand_id = requested.id and l.kind = 'picture' and l.state <> 'Failed'
      join files p on p.key = l.image_key order by l.created_at, l.id`,
  )
}
