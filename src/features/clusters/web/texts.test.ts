import { expect, test } from 'vitest'
import { clusterName, linkText, texts } from './texts.ts'

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

test('the number beside a row says that there are more in other clusters, and its label begins with what is shown', () => {
  const said = (others: number, clusters: number) => [
    `${texts.atLeast(others, clusters > 1)} ${texts.similar}`,
    texts.othersInCluster(others, clusters),
  ]
  expect(said(1, 1)).toEqual(['1 similar', '1 similar finding in the same cluster'])
  expect(said(1240, 2)).toEqual([
    '1,240+ similar',
    '1,240+ similar findings: 1,240 in this cluster, more in 1 other cluster',
  ])
  for (const [shown, label] of [said(1, 1), said(3, 1), said(1, 3)]) expect(label).toContain(shown)
})
