import type { CompanyRecord, Contact, NoticeContact } from '#features/companies/contract.ts'
import { companyLabels as loggedLabels } from '#features/companies/messages.ts'
import type { Picked } from '#kit/web/SearchPick.tsx'

/** The values of the company form. */
export type CompanyValues = {
  name: string
  legalName: string
  address: string
  city: string
  state: string
  country: string
  pin: string
  gst: string
  contractDate: string
  startDate: string
  endDate: string
  isChild: boolean
  parentCompany: Picked | null
  contacts: Contact[]
  noticeContact: NoticeContact
  approvalRequired: boolean
}

export const companyLabels: Readonly<Record<keyof CompanyValues, string>> = {
  ...loggedLabels,
  isChild: 'Child company',
}

export const signerLabels: Readonly<Record<keyof NoticeContact, string>> = {
  name: 'Name of the signer',
  title: 'Title of the signer',
  email: 'Email of the signer',
  phone: 'Phone of the signer',
}

const noSigner: NoticeContact = { name: '', title: '', email: '', phone: '' }

export const contactLabels: Readonly<Record<keyof Contact, string>> = {
  contactPersonName: 'Contact person',
  mobileNumber: 'Mobile number',
  emailAddress: 'Email address',
  designation: 'Designation',
}

export const emptyContact: Contact = { contactPersonName: '', mobileNumber: '', emailAddress: '', designation: '' }

/** Form values of a company, or of a new one when none is given. */
export function companyValues(company: Partial<CompanyRecord> = {}): CompanyValues {
  const parent = company.parentCompany?.[0]
  return {
    name: company.name ?? '',
    legalName: company.legalName ?? '',
    address: company.address ?? '',
    city: company.city ?? '',
    state: company.state ?? '',
    country: company.country ?? 'India',
    pin: company.pin ?? '',
    gst: company.gst ?? '',
    contractDate: company.contractDate ?? '',
    startDate: company.startDate ?? '',
    endDate: company.endDate ?? '',
    isChild: company.isChild ?? false,
    parentCompany: parent ? { id: parent._id, name: parent.name } : null,
    noticeContact: { ...noSigner, ...company.noticeContact },
    contacts: (company.contacts ?? []).map((one) => ({ ...emptyContact, ...one }) as Contact),
    approvalRequired: company.approvalRequired ?? false,
  }
}

/** The request body for the form's values. */
export function companyInput({ parentCompany, ...values }: CompanyValues) {
  return { ...values, parentCompany: values.isChild ? (parentCompany?.id ?? '') : '' }
}
