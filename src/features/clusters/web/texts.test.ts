import { expect, test } from 'vitest'
import { clusterName, linkText } from './texts.ts'

test('a page template is named by a host with it, as a reason and as a cluster; without one it still reads', () => {
  expect(linkText({ kind: 'template', text: 'shop.example' })).toBe('Same page template as shop.example')
  expect(linkText({ kind: 'template', text: '' })).toBe('Same page template')
  expect(linkText({ kind: 'phone', text: '+91 98200 11111' })).toBe('Same phone +91 98200 11111')
  expect(clusterName({ kind: 'template', name: 'shop.example' })).toBe('Page template of shop.example')
  expect(clusterName({ kind: 'template', name: '' })).toBe('Same page template')
})

test('a picture is named by the brand and the seller of a finding with it', () => {
  expect(clusterName({ kind: 'picture', name: 'Acme, cheapo (Amazon)' })).toBe('Picture of Acme, cheapo (Amazon)')
  expect(clusterName({ kind: 'picture', name: '' })).toBe('Same or nearly the same picture')
})
