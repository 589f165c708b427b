import { expect, test } from 'vitest'
import { clusterChoice, clusterName, linkText, texts } from './texts.ts'

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

test('clusters of one name and as many findings are told apart in a choice by their brands and days', () => {
  const choice = (brands: number, firstSeen: string) =>
    clusterChoice({
      id: '018f0000-0000-7000-8000-000000000001',
      kind: 'template',
      name: 'shop.example',
      company: { id: '018f0000-0000-7000-8000-000000000002', name: 'Acme' },
      findings: 5,
      open: 3,
      brands,
      firstSeen,
      lastSeen: '2026-03-09',
      version: 1,
      imageUrl: null,
    })
  const common = 'Page template of shop.example: 3 open of 5 findings,'
  expect(choice(1, '2026-03-09')).toBe(`${common} 1 brand, seen on 09/03/2026`)
  expect(choice(2, '2026-02-01')).toBe(`${common} 2 brands, seen from 01/02/2026 to 09/03/2026`)
})

test('the number beside a row counts the findings of all its clusters, and its label begins with what is shown', () => {
  const labels = (counted: Parameters<typeof texts.othersInClusters>[0]) => [
    `${texts.atLeast(counted.others, counted.isExact)} ${texts.similar}`,
    texts.othersInClusters(counted),
  ]
  const alone = labels({ others: 1, inCluster: 1, clusters: 1, isExact: true })
  expect(alone).toEqual(['1 similar', '1 similar finding in the same cluster'])
  const several = labels({ others: 12, inCluster: 9, clusters: 3, isExact: true })
  expect(several).toEqual(['12 similar', '12 similar findings in 3 clusters, 9 of them in the one this opens'])
  const large = labels({ others: 1240, inCluster: 1, clusters: 2, isExact: false })
  expect(large).toEqual(['1,240+ similar', '1,240+ similar findings in 2 clusters, 1 of them in the one this opens'])
  for (const [shown, label] of [alone, several, large]) expect(label).toContain(shown)
})
