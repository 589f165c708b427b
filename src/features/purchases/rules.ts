import { isRequired } from '#kit/contract/texts.ts'
import { purchaseColumns } from '#platforms/trap-purchase.ts'
import { imagesRequired } from './messages.ts'

type Required = { pricePaid: number | null; invoice: string; imageUrls: readonly string[] }

/** What a complete purchase still needs (G107), by field: a price, an invoice number and an image. */
export function missingWhenComplete({ pricePaid, invoice, imageUrls }: Required): Record<string, string> {
  return {
    ...(pricePaid === null ? { pricePaid: isRequired(purchaseColumns.pricePaid.label) } : {}),
    ...(invoice === '' ? { invoice: isRequired(purchaseColumns.invoice.label) } : {}),
    ...(imageUrls.length === 0 ? { imageUrls: imagesRequired } : {}),
  }
}
