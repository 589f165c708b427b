import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { memo, useState } from 'react'
import { chooseCompanyId } from '#features/sessions/web/session-store.ts'
import { breakable } from '#kit/web/cells.tsx'
import { showValue } from '#kit/web/show-value.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { valueOf, type Finding } from './finding.ts'
import { Value } from './finding-columns.tsx'
import type { LinkOf, ValueLink } from './value-links.ts'
import { factsOf } from './peek-facts.ts'
import classes from './Peek.module.css'
import { SellerPage } from './SellerLink.tsx'
import { texts } from './texts.ts'

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
        const link = linkOf(name, typeof value === 'string' ? value : '', row)
        return (
          <div key={name} data-detail={name}>
            <dt>{column.label}</dt>
            <dd>
              {link === undefined ? (
                <Value platform={platform} name={name} value={value} />
              ) : (
                <AllLink name={name} link={link} text={showValue(column, value)} />
              )}
              {link !== undefined && platform.seller?.name === name && <SellerPage name={showValue(column, value)} />}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

function AllLink({ name, link: { to, search, company }, text }: { name: string; link: ValueLink; text: string }) {
  return (
    <Anchor
      component={Link}
      to={to}
      search={search as never}
      size="sm"
      data-all={name}
      onClick={() => company && chooseCompanyId(company)}
    >
      {breakable(text)}
    </Anchor>
  )
}
