import { expect, test } from 'vitest'
import { companyFields } from '#features/companies/contract.ts'
import { companyInput, companyValues } from './company-form.ts'

const id = '019a0000-0000-7000-8000-000000000001'

test('A-011 without a company the form is empty; with one it has the values of the company', () => {
  expect(companyValues()).toMatchObject({ name: '', isChild: false, parentCompany: null, contacts: [] })
  expect(
    companyValues({
      name: 'Acme',
      endDate: null,
      isChild: true,
      parentCompany: [{ _id: id, name: 'Big' }],
      contacts: [{}],
    }),
  ).toMatchObject({ name: 'Acme', endDate: '', parentCompany: { id, name: 'Big' }, contacts: [{ designation: '' }] })
})

test('A-012 a parent is sent only if the company is a child', () => {
  const values = { ...companyValues(), parentCompany: { id, name: 'Big' } }
  expect(companyInput(values).parentCompany).toBe('')
  expect(companyInput({ ...values, isChild: true }).parentCompany).toBe(id)
  const empty = companyFields.safeParse(companyInput(values))
  expect(empty.error?.issues.map(({ path }) => path[0])).not.toContain('parentCompany')
})
