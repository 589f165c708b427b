import type { PurchaseRecord } from '#features/purchases/contract.ts'
import type { PurchaseRow } from './queries.ts'

/** Returns a link to a stored file of a brand that only the requesting user can open; without the brand, only staff. */
export type LinkForReader = (key: string, brandId?: string) => string

/** A purchase as the API returns it: both ids (G8), null as empty text, files as links. */
export function purchaseResponse(purchase: PurchaseRow, linkTo: LinkForReader): PurchaseRecord {
  const link = (key: string | null) => (key === null ? null : linkTo(key))
  return {
    id: purchase.id,
    _id: purchase.id,
    sellerName: purchase.sellerName ?? '',
    sellerAddress: purchase.sellerAddress ?? '',
    sellerCity: purchase.sellerCity ?? '',
    sellerState: purchase.sellerState ?? '',
    sellerCountry: purchase.sellerCountry ?? '',
    purchasedOn: purchase.purchasedOn ?? '',
    orderNumber: purchase.orderNumber ?? '',
    fault: purchase.fault ?? '',
    pricePaid: purchase.pricePaid,
    pan: purchase.pan ?? '',
    invoice: purchase.invoice ?? '',
    gstNumber: purchase.gstNumber ?? '',
    productNote: purchase.productNote ?? '',
    invoiceFile: link(purchase.invoiceFile),
    gstFile: link(purchase.gstFile),
    imageUrls: purchase.imageUrls.map((key) => linkTo(key)),
    version: purchase.version,
  }
}
