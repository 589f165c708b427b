import { expect, test } from 'vitest'
import { certificatesOf } from './time-stamp.ts'

const begin = '-----BEGIN CERTIFICATE-----'
const end = '-----END CERTIFICATE-----'

test.each([
  ['nothing in it', 'It has no certificate in PEM format'],
  [`-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----`, 'It has no certificate in PEM format'],
  [`${begin}\nMIIB`, 'Its certificate has no line -----END CERTIFICATE-----'],
  [`${begin}\nMI€B\n${end}`, 'Its certificate is damaged'],
  [`${begin}\nQUJD\n${end}`, 'Its certificate is damaged'],
  [`${begin}\n${end}`, 'Its certificate is damaged'],
])('what is wrong with certificates is said: %j', (pem, message) => {
  expect(() => certificatesOf(pem)).toThrow(new Error(message))
})
