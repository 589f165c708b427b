import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parser } from '@prometheus-io/lezer-promql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { jobs } from '#app/jobs.ts'
import { registry } from '#kit/server/metrics.ts'
import { type TestDatabase, testDatabase } from '#kit/server/testing.ts'
import { type DatabaseGauges, measureDatabase } from './database-gauges.ts'
import { measureProcess } from './process-gauges.ts'

const read = (name: string) => readFileSync(join(import.meta.dirname, '../../../docs/operate', name), 'utf8')

type Rule = {
  alert: string
  expr: string
  for?: string
  labels: { severity: string }
  annotations: { summary: string }
}
type Panel = {
  title: string
  type: string
  targets?: { expr: string }[]
  gridPos: Record<'x' | 'y' | 'w' | 'h', number>
}

const rules = (parse(read('alerts.yaml')) as { groups: { rules: Rule[] }[] }).groups.flatMap((group) => group.rules)
const { panels } = JSON.parse(read('grafana-dashboard.json')) as { panels: Panel[] }
const expressions = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const)),
]

/** Labels that Prometheus adds to every series. */
const added = ['job', 'instance', 'le']

let database: TestDatabase
let gauges: DatabaseGauges
let exported: Map<string, string[]>
beforeAll(async () => {
  database = await testDatabase()
  gauges = measureDatabase(database.url)
  measureProcess({ version: '1', dataDir: import.meta.dirname })
  exported = new Map(
    registry.getMetricsAsArray().flatMap((metric) => {
      const {
        name,
        labelNames = [],
        type,
      } = metric as unknown as { name: string; labelNames?: string[]; type?: string }
      const isHistogram = String(type ?? metric.constructor.name).toLowerCase() === 'histogram'
      const names = isHistogram ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name]
      return names.map((one) => [one, [...labelNames]] as const)
    }),
  )
})
afterAll(async () => {
  await gauges.close()
  await database.drop()
})

describe.each(expressions)('%s', (_name, expr) => {
  test('is a valid expression over metrics and labels that are exported', () => {
    const text = expr.replaceAll('$__rate_interval', '5m')
    let labels: string[] = []
    parser.parse(text).iterate({
      enter: (node) => {
        expect(node.type.isError, `${text} at ${node.from}`).toBe(false)
        const word = text.slice(node.from, node.to)
        if (node.name === 'VectorSelector') {
          const metric = /^\w+/.exec(word)![0]
          if (metric !== 'up') expect([...exported.keys()]).toContain(metric)
          labels = [...added, ...(exported.get(metric) ?? [])]
        }
      },
    })
    for (const [, metric = '', conditions = ''] of text.matchAll(/(\w+)\{([^}]*)\}/g))
      for (const [, label = ''] of conditions.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g))
        expect([...added, ...(exported.get(metric) ?? [])], `${metric}{${label}}`).toContain(label)
    for (const [, grouped = ''] of text.matchAll(/\bby \(([^)]*)\)/g))
      for (const label of grouped.split(',')) expect(labels, `by (${label.trim()})`).toContain(label.trim())
    for (const [, job = ''] of text.matchAll(/brandkeep_jobs_total\{job="([^"]+)"/g))
      expect(jobs.map(({ name }) => name)).toContain(job)
  })
})

test('every alert has a severity, a summary and a chapter that says what to do', () => {
  const chapters = [...read('alerts.md').matchAll(/^## (Brandkeep\w+)$/gm)].map(([, name]) => name!)
  expect(chapters.sort()).toEqual(rules.map(({ alert }) => alert).sort())
  for (const { alert, labels, annotations } of rules) {
    expect(['critical', 'warning'], alert).toContain(labels.severity)
    expect(annotations.summary, alert).toBeTruthy()
  }
})

test('every metric of our own is described in metrics.md, and no panel overlaps another', () => {
  const described = read('metrics.md')
  for (const name of exported.keys())
    if (name.startsWith('brandkeep_')) expect(described).toContain(name.replace(/_(bucket|sum|count)$/, ''))
  for (const one of panels)
    for (const two of panels) {
      const [a, b] = [one.gridPos, two.gridPos]
      const areApart = a.x + a.w <= b.x || b.x + b.w <= a.x || a.y + a.h <= b.y || b.y + b.h <= a.y
      expect(one === two || areApart, `${one.title}, ${two.title}`).toBe(true)
    }
})
