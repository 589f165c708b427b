import { isRequired } from '#kit/contract/texts.ts'
import { purchaseColumns } from '#platforms/trap-purchase.ts'
import { imagesRequired } from './messages.ts'

/** The fields that a complete purchase needs, of an input that may not have its types yet. */
type Required = { pricePaid?: unknown; invoice?: unknown; imageUrls?: unknown }

/** What a complete purchase still needs (G107), by field: a price, an invoice number and an image. */
export function missingWhenComplete({ pricePaid, invoice, imageUrls }: Required): Record<string, string> {
  return {
    ...(pricePaid === null || pricePaid === undefined
      ? { pricePaid: isRequired(purchaseColumns.pricePaid.label) }
      : {}),
    ...(invoice ? {} : { invoice: isRequired(purchaseColumns.invoice.label) }),
    ...(Array.isArray(imageUrls) && imageUrls.length > 0 ? {} : { imageUrls: imagesRequired }),
  }
}
