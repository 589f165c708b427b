import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Figures, Form } from './run-lighthouse.ts'

const page = join(import.meta.dirname, '../../docs/lighthouse.md')

/** How many rules of axe a screen breaks, by their impact. */
export type Violations = { serious: number; minor: number }

type Measured = Figures & Violations & { path: string; who: string; theme: string; form: Form; runs: number }

const seconds = (ms: number) => (ms / 1000).toFixed(1)

/** A line of the table; its first four cells say what was measured. */
export function rowOf(one: Measured): string {
  const cells = [
    one.path,
    one.who,
    one.form,
    one.theme,
    one.performance,
    one.accessibility,
    one.bestPractices,
    `${one.serious} / ${one.minor}`,
    seconds(one.firstPaint),
    seconds(one.largestPaint),
    Math.round(one.blocked),
    one.shift.toFixed(3),
    Math.round(one.elements),
    Math.round(one.script / 1000),
    Math.round(one.benchmarkIndex),
    one.runs,
    new Date().toISOString().slice(0, 10),
  ]
  return `| ${cells.join(' | ')} |`
}

const nameOf = (row: string): string => row.split(' | ').slice(0, 4).join(' | ')

/** Puts a line into the page, in the place of an older one about the same. Others stay: one run may measure a few screens. */
export function storeRow(row: string): void {
  const lines = readFileSync(page, 'utf8').trimEnd().split('\n')
  const head = lines.findIndex((line) => line.startsWith('|---')) + 1
  const rows = lines.slice(head).filter((line) => nameOf(line) !== nameOf(row))
  writeFileSync(page, `${[...lines.slice(0, head), ...[...rows, row].toSorted()].join('\n')}\n`)
}
