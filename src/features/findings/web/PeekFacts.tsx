import { Anchor } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { Link, useSearch } from '@tanstack/react-router'
import { memo, useState } from 'react'
import { breakable } from '#kit/web/cells.tsx'
import { businessToday } from '#kit/web/settings.ts'
import { showValue } from '#kit/web/show-value.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { rangeOf } from './dashboard-view.ts'
import { valueOf, type Finding } from './finding.ts'
import { Value } from './finding-columns.tsx'
import { factsOf } from './peek-facts.ts'
import classes from './Peek.module.css'
import { sellerAddress } from './seller-address.ts'
import { texts } from './texts.ts'

/** The search parameters of a list of all findings with a value, undefined where no list can be filtered by it. */
export type LinkOf = (name: string, value: string) => Record<string, string> | undefined

type Props = { platform: FindingPlatformDefinition; row: Finding; linkOf: LinkOf }

/** What a finding is about. Empty details are left out. */
export const FirstFacts = memo(function FirstFacts(props: Props) {
  return <Pairs {...props} names={filled(props, factsOf(props.platform).first)} />
})

/** Its other details, folded. */
export const OtherFacts = memo(function OtherFacts(props: Props) {
  // Few people look at them: they are rendered when they do.
  const [isOpen, setOpen] = useState(false)
  const names = filled(props, factsOf(props.platform).others)
  if (names.length === 0) return null
  return (
    <details key={props.row.id} className={classes.folded} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{texts.moreFacts(names.length)}</summary>
      {isOpen && <Pairs {...props} names={names} />}
    </details>
  )
})

const filled = ({ platform, row }: Props, names: readonly string[]) =>
  names.filter((name) => showValue(platform.columns[name]!, valueOf(row, name, platform.columns[name]!)) !== '')

function Pairs({ platform, row, linkOf, names }: Props & { names: readonly string[] }) {
  return (
    <dl className={classes.pairs}>
      {names.map((name) => {
        const column = platform.columns[name]!
        const value = valueOf(row, name, column)
        const search = linkOf(name, typeof value === 'string' ? value : '')
        return (
          <div key={name} data-detail={name}>
            <dt>{column.label}</dt>
            <dd>
              {search === undefined ? (
                <Value column={column} name={name} value={value} />
              ) : (
                <Anchor component={Link} to="." search={search as never} size="sm" data-all={name}>
                  {breakable(showValue(column, value))}
                </Anchor>
              )}
              {search !== undefined && platform.seller?.name === name && <SellerPage name={showValue(column, value)} />}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

/** Opens the seller's page, with the dates of this list, in a new tab (C-108). */
function SellerPage({ name }: { name: string }) {
  const search = useSearch({ strict: false })
  return (
    <Anchor
      href={sellerAddress(name, rangeOf(search, businessToday()))}
      target="_blank"
      rel="noopener"
      className={classes.page!}
      aria-label={texts.sellerPage(name)}
      title={texts.sellerPage(name)}
    >
      <IconExternalLink size={13} aria-hidden />
    </Anchor>
  )
}
