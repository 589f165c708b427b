import { Anchor, Button, Group, Skeleton, Text, Title } from '@mantine/core'
import { IconTrendingDown, IconTrendingUp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { home, type HomeNumber } from '#features/home/contract.ts'
import { adminNumbers, type HomeNumberName, maxTakenDown, numbersOfRole } from '#features/home/rules.ts'
import { useScope } from '#features/sessions/web/session-context.tsx'
import type { CallOutput } from '#kit/contract/endpoint.ts'
import { call } from '#kit/web/call.ts'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import { useSettings } from '#kit/web/settings.ts'
import { platformOf } from '#platforms/all.ts'
import { type DayRange, showDayOf } from '#vocabulary/dates.ts'
import { countText } from '#vocabulary/numbers.ts'
import type { Role } from '#vocabulary/roles.ts'
import { addressOf, addressOfPart } from './links.ts'
import { texts } from './texts.ts'
import classes from './home.module.css'

type Answer = CallOutput<typeof home.numbers>

/** The numbers of a role, for a person who has it. */
export function HomeNumbers({ role }: { role: Role }) {
  const { query: scope } = useScope()
  const { data, error, refetch } = useQuery({
    queryKey: ['home', scope],
    queryFn: async ({ signal }) => {
      // The numbers are shown although the visit could not be noted.
      if (role === 'Client') await call(home.visit, {}, { signal }).catch(() => undefined)
      return call(home.numbers, scope, { signal })
    },
    staleTime: 0,
    retry: false,
  })
  useEffect(() => {
    if (error) console.error('The numbers of the home could not be loaded:', error)
  }, [error])
  if (error && !data)
    return (
      <Group gap="sm" role="status" className={classes['failed']!}>
        <Text size="sm">
          {texts.failed} {sentenceOf(error)}
        </Text>
        <Button size="compact-xs" variant="default" onClick={() => void refetch()}>
          {texts.tryAgain}
        </Button>
      </Group>
    )
  return (
    <>
      {groupsOf(role).map(({ of, title, names }) => (
        <section key={title} className={classes['group']} aria-label={title} aria-busy={data === undefined}>
          <Title order={2} size="h6" c="dimmed">
            {title}
          </Title>
          <ul className={classes['numbers']} data-of={of}>
            {names.map((name) => (
              <li key={name} className={classes['number']} data-number={name}>
                <OneNumber name={name} number={data?.numbers.find((one) => one.name === name)} answer={data} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

function groupsOf(role: Role): { of: Role; title: string; names: readonly HomeNumberName[] }[] {
  if (role !== 'Admin')
    return [{ of: role, title: role === 'Client' ? texts.client : texts.staff, names: numbersOfRole[role] }]
  return [
    { of: 'Admin', title: texts.admin, names: adminNumbers },
    { of: 'Analyst', title: texts.staff, names: numbersOfRole.Analyst },
  ]
}

type NumberProps = { name: HomeNumberName; number: HomeNumber | undefined; answer: Answer | undefined }

function OneNumber({ name, number, answer }: NumberProps) {
  const { businessZone: zone } = useSettings()
  const address = addressOf(name)
  const label = (
    <>
      <Skeleton component="span" visible={number === undefined} w="auto" display="inline-block">
        <span className={classes['count']}>{number ? shownCount(number) : '–'}</span>
      </Skeleton>
      <span className={classes['name']}>{texts.names[name]}</span>
    </>
  )
  return (
    <>
      {address && number && number.count > 0 ? (
        <Anchor component={Link} to={address} className={classes['label']!}>
          {label}
        </Anchor>
      ) : (
        <span className={classes['label']}>{label}</span>
      )}
      <span className={classes['hint']}>
        {name === 'takenDown' && answer?.since ? sinceText(answer.since, answer.isVisit, zone) : texts.hints[name]}
      </span>
      {number && typeof number.before === 'number' ? <Trend count={number.count} before={number.before} /> : null}
      {number && answer ? <Parts number={number} trend={answer.trend} /> : null}
    </>
  )
}

const sinceText = (since: string, isVisit: boolean, zone: string): string =>
  isVisit ? texts.since(showDayOf(since, zone)) : texts.withoutVisit

/** What was taken down is counted up to a bound. */
const shownCount = ({ name, count }: HomeNumber): string =>
  name === 'takenDown' && count >= maxTakenDown ? `${countText(count)}+` : countText(count)

function Trend({ count, before }: { count: number; before: number }) {
  const Icon = count >= before ? IconTrendingUp : IconTrendingDown
  const change = before === 0 ? undefined : Math.round(((count - before) / before) * 100)
  return (
    <span className={classes['trend']}>
      {count === before ? null : <Icon size={14} aria-hidden />}
      {change === undefined || change === 0 ? '' : `${change > 0 ? '+' : '−'}${countText(Math.abs(change))}%, `}
      {texts.before(before)}
    </span>
  )
}

function Parts({ number: { name, parts }, trend }: { number: HomeNumber; trend: DayRange }) {
  if (parts.length === 0) return null
  return (
    <ul className={classes['parts']}>
      {parts.map(({ platform, count }) => (
        <li key={platform}>
          <Anchor component={Link} to={addressOfPart(name, platform, trend)} size="xs" className={classes['part']!}>
            {platformOf(platform)?.title ?? platform} <b>{countText(count)}</b>
          </Anchor>
        </li>
      ))}
    </ul>
  )
}
