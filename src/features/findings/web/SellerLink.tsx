import { Anchor } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { Link, useLocation, useSearch } from '@tanstack/react-router'
import { useSession } from '#features/sessions/web/session-context.tsx'
import { CutText } from '#kit/web/cells.tsx'
import { businessToday } from '#kit/web/settings.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { isDashboard } from './dashboard-path.ts'
import { anyDate, rangeOf, type Search } from './dashboard-view.ts'
import { enforcementOfAll } from './value-links.ts'
import classes from './Peek.module.css'
import { sellerAddress } from './seller-address.ts'
import { texts } from './texts.ts'

type Props = { platform: FindingPlatformDefinition; name: string }

/** The name of a seller: for a Client it opens the seller's page, for staff all findings of theirs in Enforcement. */
export function SellerLink(props: Props) {
  const { role } = useSession()
  return role === 'Client' ? <PageLink {...props} /> : <FindingsLink {...props} />
}

/** In a new tab, with the dates of this list (C-108). */
function PageLink({ name }: Props) {
  return (
    <Anchor
      href={useSellerAddress(name)}
      target="_blank"
      rel="noopener"
      size="sm"
      title={name}
      style={{ display: 'inline-flex', alignItems: 'center', gap: 4, maxWidth: '100%' }}
    >
      <CutText text={name} />
      <IconExternalLink size={13} style={{ flex: 'none' }} aria-label="opens a new tab" />
    </Anchor>
  )
}

/** Of the company and brand of the list around it. */
function FindingsLink({ platform, name }: Props) {
  const address = useSearch({
    strict: false,
    // Not the query itself, which changes with each finding that is opened.
    select: (around: Search) => {
      const scope = Object.fromEntries(
        ['company', 'brand'].flatMap((one) => (typeof around[one] === 'string' ? [[one, around[one]]] : [])),
      ) as Record<string, string>
      const link = enforcementOfAll(platform, { name: platform.seller!.name, value: name }, scope)
      return link && `${link.to}?${new URLSearchParams(link.search).toString()}`
    },
  })
  if (address === undefined) return <CutText text={name} />
  return (
    <Anchor component={Link} to={address} size="sm" title={name}>
      <CutText text={name} />
    </Anchor>
  )
}

/** Beside a name that leads to all findings of the seller: the seller's page, which Clients have. */
export function SellerPage({ name }: { name: string }) {
  const { role } = useSession()
  return role === 'Client' ? <PageIcon name={name} /> : null
}

function PageIcon({ name }: { name: string }) {
  return (
    <Anchor
      href={useSellerAddress(name)}
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

/** The seller's page with the dates of the dashboard around; from any other screen, which has none, with all. */
const useSellerAddress = (name: string): string =>
  useLocation({
    // As above.
    select: ({ pathname, search }) => {
      const today = businessToday()
      return sellerAddress(name, isDashboard(pathname) ? rangeOf(search as Search, today) : anyDate(today))
    },
  })
