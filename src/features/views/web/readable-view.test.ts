import { expect, test } from 'vitest'
import { eCommerce } from '#platforms/e-commerce.ts'
import { conditionsOf } from '#platforms/platform.ts'
import { readableSearch } from './readable-view.ts'

const list = {
  columns: eCommerce.columns,
  aliases: {},
  filters: [...eCommerce.filteredBy, ...conditionsOf(eCommerce)],
  listed: eCommerce.listed,
  sortedBy: eCommerce.sortedBy,
  others: ['size', 'cards'],
}

test('a view of what is there opens as it was saved', () => {
  const search = {
    status: '33,22',
    'reasonCode.not': '12301|567',
    'title.any': 'a|b',
    'discountPercentage.between': '50..',
    price: '10-20',
    site: 'Any shop',
    sortBy: 'price',
    sortOrder: 'desc',
    columns: 'title,price',
    size: '50',
  }
  expect(readableSearch(list, search)).toEqual({ search, leftOut: [] })
})

test('columns, filters and choices that are gone are left out and named, the rest opens', () => {
  const search = {
    status: '33,999',
    'reasonCode.not': '00000',
    priority: 'Urgent',
    oldColumn: 'x',
    'gone.any': 'y',
    'price.between': 'cheap',
    sortBy: 'colour',
    sortOrder: 'desc',
    columns: 'title,colour',
  }
  expect(readableSearch(list, search)).toEqual({
    search: { status: '33', columns: 'title' },
    leftOut: [
      'Status 999',
      'Reason Code 00000',
      'Priority Urgent',
      'oldColumn',
      'gone',
      'Price cheap',
      'order by colour',
      'column colour',
    ],
  })
})

test('a list without columns of its own leaves out the choices and the order that are gone', () => {
  const ofPages = {
    columns: {},
    aliases: {},
    filters: [],
    listed: [],
    sortedBy: ['open'],
    others: ['kind', 'company', 'perPage', 'search'],
    choices: { kind: { label: 'Shared', values: ['seller', 'phone'] } },
  }
  const search = { kind: 'seller', company: 'x', search: 'shop', perPage: '50', sortBy: 'open', sortDirection: '-1' }
  expect(readableSearch(ofPages, search)).toEqual({ search, leftOut: [] })
  expect(readableSearch(ofPages, { ...search, kind: 'fax', sortBy: 'harm', due: 'today' })).toEqual({
    search: { company: 'x', search: 'shop', perPage: '50' },
    leftOut: ['Shared fax', 'order by harm', 'due'],
  })
})
