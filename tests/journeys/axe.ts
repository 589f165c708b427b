import axe from 'axe-core'
import type { Page } from 'playwright-core'

type Violation = {
  id: string
  impact: 'minor' | 'moderate' | 'serious' | 'critical' | null
  nodes: { html: string; failureSummary?: string }[]
}

/** Runs in the browser: waits for the ends of fades, in the middle of which no colour has its contrast. */
const untilColoursRest = `Promise.allSettled(document.getAnimations()
  .filter((one) => one.playState === 'running' && one.effect?.getComputedTiming().endTime !== Infinity)
  .map((one) => one.finished)).then(() => undefined)`

/** Runs in the browser: waits until no list is shown dimmed because it is being loaded again. */
const untilListsRest = `new Promise((resolve) => {
  const check = () => document.querySelector('[data-old]') ? setTimeout(check, 50) : resolve()
  check()
})`

/** Serious and critical findings of axe-core on the page or a part of it, one line each: of all its rules, or of these. */
export async function axeFindings(
  page: Page,
  within: string = 'html',
  { rules }: { rules?: string[] } = {},
): Promise<string[]> {
  return (await axeViolations(page, within, { rules }))
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary ?? ''}`))
}

/**
 * What axe-core finds, of any impact: by all its rules, with the size of targets (WCAG 2.2), or by these. The script of
 * 560 kB is loaded once into each document: parsing it takes as long as most rules. The console has no frames.
 */
export async function axeViolations(
  page: Page,
  within: string = 'html',
  { rules }: { rules?: string[] | undefined } = {},
): Promise<Violation[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe.source)
  await page.evaluate(untilListsRest)
  await page.evaluate(untilColoursRest)
  // Only violations are described in full; with all results it takes twice as long.
  const options = {
    resultTypes: ['violations'],
    rules: { 'target-size': { enabled: true } },
    ...(rules && { runOnly: { type: 'rule', values: rules } }),
  }
  const violations = (await page.evaluate(
    `axe.run(${JSON.stringify({ include: [within] })}, ${JSON.stringify(options)}).then((found) => found.violations)`,
  )) as Violation[]
  // A link behind an open menu or half scrolled away: it has its size once it is in sight.
  const isObscured = (id: string, { failureSummary }: { failureSummary?: string }) =>
    id === 'target-size' && failureSummary?.includes('partially obscured') === true
  return violations
    .map((one) => ({ ...one, nodes: one.nodes.filter((node) => !isObscured(one.id, node)) }))
    .filter(({ nodes }) => nodes.length > 0)
}
