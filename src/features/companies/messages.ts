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
