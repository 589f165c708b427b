/** Texts of the seller's page. Verbatim where the specification gives them. */
export const texts = {
  title: 'Unique Seller',
  monthly: 'Monthly',
  companyWise: 'Company-wise',
  brands: 'Brands shown',
  allBrands: (product: string) => `All ${product}`,
  table: 'Unique seller findings',
  seller: 'Seller',
  otherSellers: 'All sellers',
  nothing: 'No findings for this seller',
  choose: 'Choose a seller',
  chooseHint: 'Select a seller in the chart, or a seller name in the E-commerce list.',
  noSellers: 'No sellers were reported in this period. Change the dates to see more.',
} as const
