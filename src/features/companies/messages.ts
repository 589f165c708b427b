/** Messages about companies (G101, G107). */
export const companyMessages = {
  saved: 'Company saved successfully',
  updated: 'Company updated successfully',
  deleted: 'Company deleted successfully',
  brandsFirst: 'Delete brand first',
  hasChildren: 'Company is the parent of other companies. Change their parent first.',
  parentRequired: 'Parent company is required',
  parentNotValid: 'Parent company is not valid',
} as const

/** The fields of a company as the form and the data log name them. */
export const companyLabels = {
  name: 'Name',
  legalName: 'Legal name',
  address: 'Address',
  city: 'City',
  state: 'State',
  country: 'Country',
  pin: 'Pincode',
  gst: 'GST',
  contractDate: 'Contract date',
  startDate: 'Start date',
  endDate: 'End date',
  parentCompany: 'Parent company',
  contacts: 'Contacts',
  noticeContact: 'Signer of notices',
  approvalRequired: 'Approval before enforcement',
} as const
