import type { Db } from '#kit/server/db.ts'
import { harmOf } from '#vocabulary/harm-kinds.ts'
import { chosenArticles, genuineArticlesOf, type GenuineArticle } from './genuine-queries.ts'

/** What says which article a finding imitates. */
type Finding = {
  id: string
  brandId: string
  brand: string
  reasonCode: string | null
  title: string | null
  reason: string | null
}

/**
 * The genuine article that each of these findings of counterfeits is shown beside, by the finding's id: the one that a person
 * chose, else the one that the finding names.
 */
export async function genuineArticles(db: Db, findings: readonly Finding[]): Promise<Map<string, GenuineArticle>> {
  const counterfeits = findings.filter(({ reasonCode }) => harmOf(reasonCode) === 'counterfeit')
  if (counterfeits.length === 0) return new Map()
  const brandIds = [...new Set(counterfeits.map(({ brandId }) => brandId))]
  const articles = Map.groupBy(await genuineArticlesOf(db, brandIds), ({ brandId }) => brandId)
  const chosen = await chosenArticles(
    db,
    counterfeits.map(({ id }) => id),
  )
  return new Map(
    counterfeits.flatMap((finding) => {
      const own = articles.get(finding.brandId) ?? []
      const article = own.find(({ id }) => id === chosen.get(finding.id)) ?? chooseArticle(own, finding)
      return article ? [[finding.id, article] as const] : []
    }),
  )
}

/**
 * The article of which the finding names more than half of what its name has alone, neither with other articles nor with
 * the brand, and none where that is so of no or several articles: another one beside the found one would prove nothing.
 * The only article of a brand also where the finding has no title to compare.
 */
export function chooseArticle<One extends { label: string }>(
  articles: readonly One[],
  { brand, title, reason }: Pick<Finding, 'brand' | 'title' | 'reason'>,
): One | undefined {
  if (articles.length === 1 && !title) return articles[0]
  const said = wordsOf(`${title ?? ''} ${reason ?? ''}`)
  const named = articles.map(({ label }) => wordsOf(label))
  const isOwn = (word: string) => named.filter((words) => words.has(word)).length === 1
  const ofBrand = wordsOf(brand)
  const chosen = articles.filter((_, n) => {
    const own = [...named[n]!].filter((word) => isOwn(word) && !ofBrand.has(word))
    return own.filter((word) => said.has(word)).length * 2 > own.length
  })
  return chosen.length === 1 ? chosen[0] : undefined
}

/** Words of three signs and more that are not only digits, in lower case; one with and without its plural s are one. */
const wordsOf = (text: string): Set<string> =>
  new Set(
    (text.toLowerCase().match(/[\p{L}\p{M}\p{N}]{3,}/gu) ?? [])
      .filter((word) => /\p{L}/u.test(word))
      .map((word) => word.replace(/(?<=.{3})s$/u, '')),
  )
