/** What the seller's page says. Exact where the specification gives it; others are ours. */
export const texts = {
  title: 'Unique Seller',
  monthly: 'Monthly',
  companyWise: 'Company-wise',
  brands: 'Brands shown',
  allBrands: (product: string) => `All ${product}`,
  noBrand: 'Demo Brand',
  table: 'Unique seller findings',
  seller: 'Seller',
  otherSellers: 'All sellers',
  nothing: 'No findings of this seller',
  choose: 'Choose a seller',
  chooseHint: 'Press a seller in the chart, or a seller name in the E-commerce list.',
  noSellers: 'No seller was reported in these dates. Change the dates to see more.',
} as const
