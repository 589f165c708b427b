import { isNotValid, isRequired } from '#kit/contract/texts.ts'

export const companyRequired = isRequired('Company')
export const companyUnknown = isNotValid('Company')
export const brandNotOfCompany = isNotValid('Brand')
export const platformUnknown = isNotValid('Platform')
export const listRequired = isRequired('Whitelabel URL')
export const listNotValid = isNotValid('Whitelabel URL')
export const tooManyLines = 'Whitelabel URL must be between 1 and 20000 lines'
/** Error for a line that exceeds the limit; lines count from 1. */
export const lineTooLong = (line: number) => `Line ${line} is longer than 2048 characters`
/** Error for a line that is not a web address; lines count from 1. */
export const lineNotValid = (line: number, text: string) => `Line ${line} is not a web address: ${text}`
export const saved = 'White label saved successfully'
export const updated = 'White label updated successfully'
export const deleted = 'Record deleted successfully'

/** What of a white list the data log compares, with labels; of the addresses only those that were removed and added. */
export const logged = { enabled: 'Enabled', addresses: 'Addresses' } as const
