import { expect, test } from 'vitest'
import type { BoughtFinding, PurchaseRecord } from '#features/purchases/contract.ts'
import { initialValues, isDocument, isPicture, signedLinks, valuesOf } from './purchase-form.ts'

const record: PurchaseRecord = {
  id: 'p',
  _id: 'p',
  sellerName: 'Kiran Traders',
  sellerAddress: '',
  sellerCity: '',
  sellerState: '',
  sellerCountry: '',
  purchasedOn: '2026-11-12',
  orderNumber: '404-1',
  fault: '',
  pricePaid: 12.5,
  pan: '',
  invoice: '',
  gstNumber: '',
  productNote: '',
  invoiceFile: '/api/files/b/k.pdf?expires=1&signature=a',
  gstFile: null,
  imageUrls: ['/api/files/b/i.png?expires=1&signature=b'],
  version: 3,
}

test('S-293 the form of a new purchase starts with the status of the finding, by default 44', () => {
  const finding = (status: string) => ({ status, purchase: null }) as BoughtFinding
  expect(initialValues(finding('44'))).toMatchObject({ selectedStatus: '44', sellerName: '', imageUrls: [] })
  expect(initialValues(finding('66')).selectedStatus).toBe('66')
})

test('S-120 the form of a purchase has its texts, and its files without signature', () => {
  expect(valuesOf(record, '77')).toEqual({
    sellerName: 'Kiran Traders',
    sellerAddress: '',
    sellerCity: '',
    sellerState: '',
    sellerCountry: '',
    purchasedOn: '2026-11-12',
    orderNumber: '404-1',
    fault: '',
    pricePaid: '12.5',
    pan: '',
    selectedStatus: '77',
    invoice: '',
    gstNumber: '',
    productNote: '',
    invoiceFile: '/api/files/b/k.pdf',
    gstFile: '',
    imageUrls: ['/api/files/b/i.png'],
  })
  // The same files with new signatures are not a change.
  const later = { ...record, invoiceFile: '/api/files/b/k.pdf?expires=2&signature=c' }
  expect(valuesOf(later, '77')).toEqual(valuesOf(record, '77'))
  expect(signedLinks(record)['/api/files/b/i.png']).toBe('/api/files/b/i.png?expires=1&signature=b')
})

test('S-168 only pictures are uploaded as images', () => {
  const file = (name: string, type: string) => ({ name, type })
  for (const [name, type] of [
    ['a.png', 'image/png'],
    ['a.JPG', 'image/jpeg'],
    ['a.webp', 'image/webp'],
  ] as const)
    expect(isPicture(file(name, type))).toBe(true)
  for (const [name, type] of [
    ['a.svg', 'image/svg+xml'],
    ['a.gif', 'image/gif'],
    ['a.pdf', 'application/pdf'],
    ['a.png', 'text/plain'],
    ['a.txt', 'image/png'],
    ['a', ''],
  ] as const)
    expect(isPicture(file(name, type))).toBe(false)
  expect(isDocument(file('a.pdf', 'application/pdf'))).toBe(true)
  expect(isDocument(file('a.exe', 'application/x-msdownload'))).toBe(false)
})
