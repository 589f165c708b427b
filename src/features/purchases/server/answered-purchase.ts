import type { PurchaseRecord } from '#features/purchases/contract.ts'
import type { PurchaseRow } from './queries.ts'

/** Gives a stored file of a purchase a link for whoever reads it. */
export type LinkForReader = (key: string) => string

/** A purchase as it leaves the house: both ids (G8), nothing as empty text, files as links. */
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
