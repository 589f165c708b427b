import { onOneLine } from '#features/enforcement-config/server/compose-notice.ts'
import { messages } from '#features/notices/messages.ts'
import type { TestPurchase } from '#features/notices/rules.ts'
import type { Db } from '#kit/server/db.ts'
import { harmOf } from '#vocabulary/harm-kinds.ts'
import { testPurchasesOf } from './test-purchase-queries.ts'

/** The test purchase that each of these findings of counterfeits is proved by, by the finding's id. */
export async function testPurchases(
  db: Db,
  findings: readonly { id: string; url: string | null; reasonCode: string | null }[],
): Promise<Map<string, TestPurchase>> {
  const counterfeits = findings.filter(({ reasonCode }) => harmOf(reasonCode) === 'counterfeit')
  if (counterfeits.length === 0) return new Map()
  return new Map((await testPurchasesOf(db, counterfeits)).map((one) => [one.findingId, one]))
}

/** A test purchase on one line: when, from whom, its order number, and what was wrong. */
export const purchaseLine = (purchase: TestPurchase): string => onOneLine(messages.testPurchase(purchase))
