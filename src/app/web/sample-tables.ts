/** The fixed figures of the older dashboard: examples, never anybody's data (G31). */
export const sampleTables: readonly { title: string; heads: readonly string[]; rows: readonly string[][] }[] = [
  {
    title: 'TMCH',
    heads: ['Mark', 'Jurisdiction', 'Status', 'Expires'],
    rows: [
      ['NORTHWIND', 'India', 'Verified', '31/03/2027'],
      ['NORTHWIND HOME', 'United Kingdom', 'Verified', '14/09/2026'],
      ['TEALEAF', 'European Union', 'Pending', '02/01/2028'],
    ],
  },
  {
    title: 'Domain',
    heads: ['Domain', 'Registrar', 'Status'],
    rows: [
      ['northwind-sale.example', 'Example Registrar', 'Awaiting Approval'],
      ['n0rthwind.example', 'Sample Names', 'In Progress'],
      ['northwind-offers.example', 'Example Registrar', 'Success'],
    ],
  },
  {
    title: 'Social Media',
    heads: ['Account', 'Site', 'Status'],
    rows: [
      ['northwind.outlet', 'Photo site', 'Approved'],
      ['northwind_official_1', 'Video site', 'Success'],
      ['northwind deals', 'Page site', 'In Progress'],
    ],
  },
  {
    title: 'Website',
    heads: ['Address', 'Host', 'Status'],
    rows: [
      ['shop.example/northwind', 'Example Hosting', 'Success'],
      ['best-prices.example/nw', 'Sample Cloud', 'In Progress'],
      ['northwind.example/login', 'Example Hosting', 'Awaiting Approval'],
    ],
  },
  {
    title: 'E-commerce',
    heads: ['Listing', 'Seller', 'Price', 'Status'],
    rows: [
      ['Northwind kettle', 'Seller A', '499', 'Success'],
      ['Northwind kettle 1.5 l', 'Seller B', '620', 'Purchase'],
      ['North wind toaster', 'Seller C', '899', 'No Action'],
    ],
  },
  {
    title: 'App Store',
    heads: ['App', 'Developer', 'Status'],
    rows: [
      ['Northwind Rewards', 'Sample Apps', 'Success'],
      ['Northwind Coupons', 'Example Studio', 'In Progress'],
      ['NW Shop', 'Sample Apps', 'Client Review'],
    ],
  },
]
