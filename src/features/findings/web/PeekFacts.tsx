import { Anchor } from '@mantine/core'
import { AfterPaint } from '#kit/web/AfterPaint.tsx'
import { showValue } from '#kit/web/show-value.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { valueOf, type Finding } from './finding.ts'
import { Value } from './finding-columns.tsx'
import { factsOf } from './peek-facts.ts'
import classes from './Peek.module.css'
import { texts } from './texts.ts'

/** The address of a list of all findings with a value, undefined where no list can be filtered by it. */
export type LinkOf = (name: string, value: string) => string | undefined

type Props = { platform: FindingPlatformDefinition; row: Finding; linkOf: LinkOf }

/** What a finding is about, and its other details folded. Empty ones are left out. */
export function PeekFacts({ platform, row, linkOf }: Props) {
  const filled = (names: readonly string[]) =>
    names.filter((name) => showValue(platform.columns[name]!, valueOf(row, name, platform.columns[name]!)) !== '')
  const { first, others } = factsOf(platform)
  const folded = filled(others)
  return (
    <>
      <Pairs platform={platform} row={row} linkOf={linkOf} names={filled(first)} />
      {folded.length > 0 && (
        <details className={classes.folded}>
          <summary>{texts.moreFacts(folded.length)}</summary>
          <AfterPaint>
            <Pairs platform={platform} row={row} linkOf={linkOf} names={folded} />
          </AfterPaint>
        </details>
      )}
    </>
  )
}

function Pairs({ platform, row, linkOf, names }: Props & { names: readonly string[] }) {
  return (
    <dl className={classes.pairs}>
      {names.map((name) => {
        const column = platform.columns[name]!
        const value = valueOf(row, name, column)
        const link = linkOf(name, typeof value === 'string' ? value : '')
        return (
          <div key={name} data-detail={name}>
            <dt>{column.label}</dt>
            <dd>
              {link === undefined ? (
                <Value column={column} name={name} value={value} />
              ) : (
                <Anchor href={link} size="sm">
                  {showValue(column, value)}
                </Anchor>
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
