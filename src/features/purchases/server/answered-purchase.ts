import type { PurchaseRecord } from '#features/purchases/contract.ts'
import type { PurchaseRow } from './queries.ts'

/** Returns a link to a stored file that only the requesting user can open. */
export type LinkForReader = (key: string) => string

/** A purchase as the API returns it: both ids (G8), null as empty text, files as links. */
export function answeredPurchase(of: PurchaseRow, linkTo: LinkForReader): PurchaseRecord {
  const link = (key: string | null) => (key === null ? null : linkTo(key))
  return {
    id: of.id,
    _id: of.id,
    sellerName: of.sellerName ?? '',
    sellerAddress: of.sellerAddress ?? '',
    sellerCity: of.sellerCity ?? '',
    sellerState: of.sellerState ?? '',
    sellerCountry: of.sellerCountry ?? '',
    pricePaid: of.pricePaid,
    pan: of.pan ?? '',
    invoice: of.invoice ?? '',
    gstNumber: of.gstNumber ?? '',
    productNote: of.productNote ?? '',
    invoiceFile: link(of.invoiceFile),
    gstFile: link(of.gstFile),
    imageUrls: of.imageUrls.map(linkTo),
    version: of.version,
  }
}
