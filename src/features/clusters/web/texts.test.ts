import { expect, test } from 'vitest'
import { clusterName, linkText } from './texts.ts'

test('a page template is named by a host with it, as a reason and as a cluster; without one it still reads', () => {
  expect(linkText({ kind: 'template', text: 'shop.example' })).toBe('Same page template as shop.example')
  expect(linkText({ kind: 'template', text: '' })).toBe('Same page template')
  expect(linkText({ kind: 'phone', text: '+91 98200 11111' })).toBe('Same phone +91 98200 11111')
  expect(clusterName({ kind: 'template', name: 'shop.example' })).toBe('Page template of shop.example')
  expect(clusterName({ kind: 'template', name: '' })).toBe('Same page template')
})
