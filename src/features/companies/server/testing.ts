/** For tests only: a valid company form. */
export const sampleCompany = {
  name: 'Northwind',
  legalName: 'Northwind Private Limited',
  address: '14 Harbour Road',
  city: 'Kochi',
  state: 'Kerala',
  pin: '682001',
  country: 'India',
  gst: '32AAPFU0939F1ZV',
  contractDate: '2024-01-01',
  startDate: '2024-01-15',
  endDate: '2026-01-15',
  isChild: false,
  contacts: [
    {
      contactPersonName: 'Asha Rao',
      mobileNumber: '+919876543210',
      emailAddress: 'asha@nw.test',
      designation: 'Legal',
    },
    { contactPersonName: 'Bo Lind', mobileNumber: '9876543', emailAddress: 'bo@nw.test' },
  ],
}
