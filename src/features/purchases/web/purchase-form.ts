import type { BoughtFinding, PurchaseRecord } from '#features/purchases/contract.ts'
import { fileOf } from '#kit/web/use-private-file.ts'
import { purchase as bought } from '#vocabulary/statuses.ts'

/** The values of the form. Files are links without signature, so that the same file always has the same link. */
export type PurchaseValues = {
  sellerName: string
  sellerAddress: string
  sellerCity: string
  sellerState: string
  sellerCountry: string
  purchasedOn: string
  orderNumber: string
  fault: string
  pricePaid: string
  pan: string
  selectedStatus: string
  invoice: string
  gstNumber: string
  productNote: string
  invoiceFile: string
  gstFile: string
  imageUrls: readonly string[]
}

/** An empty form; the status is the finding's own, else Purchase (S-293). */
export function emptyPurchase(status: string | undefined): PurchaseValues {
  return {
    sellerName: '',
    sellerAddress: '',
    sellerCity: '',
    sellerState: '',
    sellerCountry: '',
    purchasedOn: '',
    orderNumber: '',
    fault: '',
    pricePaid: '',
    pan: '',
    selectedStatus: status ?? bought,
    invoice: '',
    gstNumber: '',
    productNote: '',
    invoiceFile: '',
    gstFile: '',
    imageUrls: [],
  }
}

/** The form values of a stored purchase; the status is the finding's. */
export function valuesOf(purchase: PurchaseRecord, status: string): PurchaseValues {
  const { id: _, _id: __, version: ___, pricePaid, invoiceFile, gstFile, imageUrls, ...texts } = purchase
  return {
    ...texts,
    selectedStatus: status,
    pricePaid: pricePaid === null ? '' : String(pricePaid),
    invoiceFile: invoiceFile ? fileOf(invoiceFile) : '',
    gstFile: gstFile ? fileOf(gstFile) : '',
    imageUrls: imageUrls.map(fileOf),
  }
}

/** The initial form values for a finding. */
export const initialValues = ({ purchase, status }: BoughtFinding): PurchaseValues =>
  purchase ? valuesOf(purchase, status) : emptyPurchase(status)

/** The signed links of a purchase's files by their unsigned links; only signed links can be opened. */
export function signedLinks(purchase: PurchaseRecord | null): Record<string, string> {
  const links = purchase
    ? [...purchase.imageUrls, purchase.invoiceFile, purchase.gstFile].filter((link) => link !== null)
    : []
  return Object.fromEntries(links.map((link) => [fileOf(link), link]))
}

/** Whether name and MIME type of a file are those of an allowed image (S-168); the server checks the content. */
export const isPicture = ({ name, type }: Pick<File, 'name' | 'type'>): boolean =>
  /^image\/(png|jpeg|webp)$/.test(type) && /\.(png|jpe?g|webp)$/i.test(name)

/** Whether name and MIME type of a file are those of an allowed document; the server checks the content. */
export const isDocument = ({ name, type }: Pick<File, 'name' | 'type'>): boolean =>
  /^(application\/pdf|image\/(png|jpeg))$/.test(type) && /\.(pdf|png|jpe?g)$/i.test(name)
