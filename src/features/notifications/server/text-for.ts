import { titlesOf } from '#features/findings/server/titles-of.ts'
import type { addedText } from '#features/notifications/messages.ts'
import type { Db } from '#kit/server/db.ts'
import type { Platform } from '#platforms/platform.ts'

export type TextOf = (details: Parameters<typeof addedText>[0]) => string

/** The platform, company and brand of a notice. */
export type About = { platform: Platform; companyId: string; brandName: string }

/** The text of a notice; that of one finding has its address. */
export async function textFor(
  db: Db,
  { platform, companyId, brandName }: About,
  { count, findingIds }: { count: number; findingIds: readonly string[] | string },
  textOf: TextOf,
): Promise<string> {
  const details = { platform: platform.title, brandName, count }
  if (count !== 1) return textOf(details)
  const id = typeof findingIds === 'string' ? findingIds.slice(1, -1) : findingIds[0]!
  const titles = await titlesOf(db, [{ id, companyId, platform: platform.value }])
  return textOf({ ...details, title: titles.get(id) })
}
