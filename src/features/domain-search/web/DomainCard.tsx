import { Badge, Button, Checkbox, Group, Text } from '@mantine/core'
import { IconPhotoOff } from '@tabler/icons-react'
import { useState } from 'react'
import type { SearchedDomain } from '#features/domain-search/contract-schemas.ts'
import { type Action, actions } from '#features/domain-search/rules.ts'
import { FindingLink } from '#features/findings/web/FindingLink.tsx'
import { SuspiciousLink } from '#kit/web/SuspiciousLink.tsx'
import { useSettings } from '#kit/web/settings.ts'
import { showDayOf, showMoment } from '#vocabulary/dates.ts'
import { differingLetters } from './differing-letters.ts'
import classes from './DomainSearch.module.css'
import { searchedTexts as texts } from './texts.ts'

export type CardProps = {
  domain: SearchedDomain
  isSelected: boolean
  decide: (action: Action) => void
  takeBack: () => void
  toggle: () => void
  enlarge: () => void
}

/** A searched domain as a card (S-097): its picture, its name, how alike it is and why, what is known of it, and the actions. */
export function DomainCard({ domain, isSelected, decide, takeBack, toggle, enlarge }: CardProps) {
  return (
    <article
      className={classes['card']}
      tabIndex={0}
      data-card={domain.id}
      data-selected={isSelected || undefined}
      aria-label={domain.unicode}
    >
      <Picture domain={domain} enlarge={enlarge} />
      <div className={classes['body']}>
        <Group gap={8} wrap="nowrap">
          <Checkbox
            size="xs"
            aria-label={texts.select(domain.domain)}
            checked={isSelected}
            tabIndex={-1}
            onChange={toggle}
          />
          <SuspiciousLink address={domain.domain}>
            <DomainName domain={domain} />
          </SuspiciousLink>
        </Group>
        {domain.unicode === domain.domain ? null : <span className={classes['encoded']}>{domain.domain}</span>}
        <Likeness domain={domain} />
        {domain.returnedBecause === null ? null : (
          <Text size="xs" className={classes['returned']!}>
            {texts.back} {domain.returnedBecause}
          </Text>
        )}
        <Facts domain={domain} />
      </div>
      <Actions domain={domain} decide={decide} takeBack={takeBack} />
    </article>
  )
}

function Picture({ domain, enlarge }: { domain: SearchedDomain; enlarge: () => void }) {
  const [isLost, setLost] = useState(false)
  if (domain.imageUrl === null || isLost)
    return (
      <div className={classes['placeholder']}>
        <IconPhotoOff size={22} aria-hidden />
        <span>{domain.pageNote ?? domain.title ?? texts.placeholder}</span>
      </div>
    )
  return (
    <button
      type="button"
      className={classes['picture']}
      tabIndex={-1}
      aria-label={texts.enlarge(domain.domain)}
      onClick={enlarge}
    >
      <img src={domain.imageUrl} alt="" loading="lazy" decoding="async" onError={() => setLost(true)} />
    </button>
  )
}

/** The name with the letters marked that differ from the keyword. */
function DomainName({ domain: { unicode, keyword, domain } }: { domain: SearchedDomain }) {
  return (
    <span className={classes['name']} title={domain}>
      {differingLetters(unicode, keyword).map(({ text, differs }, at) =>
        differs ? (
          // oxlint-disable-next-line react/no-array-index-key -- the parts of a name never move
          <mark key={at}>{text}</mark>
        ) : (
          text
        ),
      )}
    </span>
  )
}

export function Likeness({ domain: { likeness, likenessParts } }: { domain: SearchedDomain }) {
  const percent = Math.round(100 * likeness)
  return (
    <div>
      <div className={classes['likeness']}>
        <div className={classes['bar']} aria-hidden>
          <span style={{ width: `${percent}%` }} />
        </div>
        <span>{texts.likeness(percent)}</span>
      </div>
      <ul className={classes['parts']}>
        {likenessParts.map(({ kind, text }) => (
          <li key={kind}>{text}</li>
        ))}
      </ul>
    </div>
  )
}

const dayLength = 86_400_000

function Facts({ domain }: { domain: SearchedDomain }) {
  const { businessZone } = useSettings()
  const { registeredOn, registrar, mailServers, company, brand, createdAt, isParked } = domain
  const [now] = useState(() => Date.now())
  const age =
    registeredOn === null ? texts.unknown : texts.age(Math.floor((now - Date.parse(registeredOn)) / dayLength))
  const facts: [string, string][] = [
    [texts.registrar, registrar ?? texts.unknown],
    [texts.registered, age],
    [texts.mail, mailServers[0] ?? texts.noMail],
    [texts.company, company],
    [texts.brand, brand],
    [texts.found, showDayOf(createdAt, businessZone)],
  ]
  return (
    <>
      {isParked ? (
        // A parked name that takes mail is ready for fraud by email; one without shows nothing but advertisements.
        <Badge
          size="xs"
          variant={mailServers.length > 0 ? 'filled' : 'light'}
          color={mailServers.length > 0 ? '#b45309' : 'gray'}
          className={classes['parked']!}
        >
          {mailServers.length > 0 ? texts.parkedWithMail : texts.parked}
        </Badge>
      ) : null}
      <dl className={classes['facts']}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd title={value}>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

/** The three actions (S-097); of a decided one what was decided, and its Undo. */
export function Actions({ domain, decide, takeBack }: Pick<CardProps, 'domain' | 'decide' | 'takeBack'>) {
  if (domain.action !== null) return <Decision domain={domain} takeBack={takeBack} />
  return (
    <Group gap={6} className={classes['actions']!} wrap="nowrap">
      {actions.map((action) => (
        <Button
          key={action}
          size="compact-sm"
          flex={1}
          variant={action === 'high' ? 'filled' : 'default'}
          title={texts[action]}
          aria-label={`${texts[action]}: ${domain.domain}`}
          onClick={() => decide(action)}
        >
          {texts.short[action]}
        </Button>
      ))}
    </Group>
  )
}

function Decision({ domain, takeBack }: Pick<CardProps, 'domain' | 'takeBack'>) {
  const { businessZone } = useSettings()
  const { action, actedAt, actedBy, finding } = domain
  if (action === null || actedAt === null) return null
  return (
    <Group gap={6} className={classes['actions']!} wrap="nowrap" justify="space-between">
      <Text size="xs">
        <b>{texts.decidedAs[action]}</b>{' '}
        <span className={classes['decider']}>{texts.decidedBy(actedBy, showMoment(actedAt, businessZone))}</span>{' '}
        {finding === null ? null : (
          <span className={classes['decider']}>
            <FindingLink finding={finding} label={texts.openFindingOf(domain.domain)}>
              {texts.openFinding}
            </FindingLink>
          </span>
        )}
      </Text>
      <Button
        size="compact-sm"
        variant="default"
        flex="none"
        aria-label={texts.undoOf(domain.domain)}
        onClick={takeBack}
      >
        {texts.undo}
      </Button>
    </Group>
  )
}
