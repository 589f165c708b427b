import { Checkbox, Group, Paper, Select, Table, Text, TextInput, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { security } from '#features/sessions/contract.ts'
import type { SignInEvent } from '#features/sessions/contract-schemas.ts'
import { signInEventNames, unknownUsername } from '#features/sessions/messages.ts'
import { type SignInEventKind, signInEventKinds } from '#features/sessions/rules.ts'
import { toastError, toastSuccess } from '#kit/web/alerts.ts'
import { addressOf, call } from '#kit/web/call.ts'
import { DateRange } from '#kit/web/DateRange.tsx'
import { delays } from '#kit/web/delays.ts'
import { EmptyState } from '#kit/web/EmptyState.tsx'
import { ErrorState, sentenceOf } from '#kit/web/ErrorState.tsx'
import { ListEnd } from '#kit/web/ListEnd.tsx'
import { LoadingRows } from '#kit/web/Loading.tsx'
import { FieldRow } from '#kit/web/FieldRow.tsx'
import { LogDownloads } from '#kit/web/LogDownloads.tsx'
import { PageFrame } from '#kit/web/PageFrame.tsx'
import { businessToday, useSettings } from '#kit/web/settings.ts'
import stacked from '#kit/web/stacked-table.module.css'
import { useInfiniteList } from '#kit/web/use-infinite-list.ts'
import { type DayRange, daysAfter, showMoment } from '#vocabulary/dates.ts'
import { type Role, roles } from '#vocabulary/roles.ts'
import { texts } from './texts.ts'
import classes from './Security.module.css'

/** For Admins: who must have two-factor sign-in, and the log of sign-ins. */
export function SignInSecurityScreen() {
  return (
    <PageFrame title={texts.adminTitle}>
      <div className={classes['sections']} style={{ maxWidth: 'none' }}>
        <RuleSection />
        <LogSection />
      </div>
    </PageFrame>
  )
}

const ruleKey = ['two-factor roles']

function RuleSection() {
  const queries = useQueryClient()
  const rule = useQuery({ queryKey: ruleKey, queryFn: () => call(security.readRule, {}) })
  const save = useMutation({
    mutationFn: (next: Role[]) => call(security.saveRule, { roles: next }),
    // One after another: the last tick is what the server stores last.
    scope: { id: 'two-factor roles' },
    onSuccess: ({ message }, next) => {
      toastSuccess(message)
      queries.setQueryData(ruleKey, { roles: next })
    },
    onError: (error) => toastError(sentenceOf(error)),
  })
  if (rule.isPending) return <LoadingRows rows={2} height={40} />
  if (rule.isError) return <ErrorState error={rule.error} retry={() => void rule.refetch()} />
  return (
    <Paper withBorder p="md" component="section" aria-label={texts.twoFactor}>
      <Checkbox.Group
        label={texts.rule}
        description={texts.ruleHint}
        // What was ticked and is being saved is shown at once.
        value={save.isPending ? save.variables : rule.data.roles}
        onChange={(next) => save.mutate(next as Role[])}
      >
        <Group mt="xs">
          {roles.map((role) => (
            <Checkbox key={role} value={role} label={role} />
          ))}
        </Group>
      </Checkbox.Group>
    </Paper>
  )
}

function LogSection() {
  const [typed, setTyped] = useState('')
  const [username] = useDebouncedValue(typed.trim(), delays.queue)
  const [kind, setKind] = useState<SignInEventKind | ''>('')
  const [days, setDays] = useState<DayRange>(() => ({
    startDate: daysAfter(businessToday(), -29),
    endDate: businessToday(),
  }))
  const { rows, end, query } = useInfiniteList<SignInEvent>({
    key: ['sign-in log', username, kind, days],
    read: (page, signal) => call(security.events, { page, perPage: 50, username, kind, ...days }, { signal }),
    wait: 0,
  })
  return (
    <Paper withBorder p="md" component="section" aria-label={texts.log}>
      <Group justify="space-between" gap={8} mb="xs">
        <Title order={2} size="h4">
          {texts.log}
        </Title>
        <LogDownloads
          name="sign-in-log"
          address={(format) => addressOf(security.downloadEvents, { username, kind, ...days, format }).url}
        />
      </Group>
      <FieldRow isLabelled isSpaced>
        <TextInput
          label={texts.filterUser}
          size="xs"
          value={typed}
          maxLength={200}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Select
          label={texts.filterKind}
          size="xs"
          placeholder={texts.anyKind}
          clearable
          data={signInEventKinds.map((value) => ({ value, label: signInEventNames[value] }))}
          value={kind || null}
          onChange={(next) => setKind((next ?? '') as SignInEventKind | '')}
        />
        <DateRange field="xs" label={texts.filterDays} value={days} onChange={setDays} />
      </FieldRow>
      {query.isPending ? <LoadingRows rows={8} height={36} /> : null}
      {rows.length === 0 && query.isError ? (
        <ErrorState error={query.error} retry={() => void query.refetch()} />
      ) : null}
      {rows.length === 0 && query.isSuccess ? <EmptyState title={texts.noEvents} hint={texts.noEventsHint} /> : null}
      {rows.length > 0 ? <EventTable rows={rows} /> : null}
      <ListEnd end={end} query={query} label={texts.eventsMore} />
    </Paper>
  )
}

function EventTable({ rows }: { rows: readonly SignInEvent[] }) {
  const { businessZone: zone } = useSettings()
  return (
    <div className={classes['scroll']} tabIndex={0} role="group" aria-label={texts.log}>
      <Table aria-label={texts.log} className={stacked['stacked']!}>
        <Table.Thead>
          <Table.Tr>
            {[texts.when, texts.who, texts.what, texts.where].map((head) => (
              <Table.Th key={head}>{head}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((one) => (
            <Table.Tr key={one.id}>
              <Table.Td className="tabular" data-head={texts.when}>
                {showMoment(one.at, zone)}
              </Table.Td>
              <Table.Td data-head={texts.who}>
                {one.user ? one.user.name : unknownUsername}
                {one.user ? (
                  <Text size="xs" c="dimmed">
                    {one.user.username}
                  </Text>
                ) : null}
              </Table.Td>
              <Table.Td data-head={texts.what}>
                {signInEventNames[one.kind]}
                {one.detail ? `: ${one.detail}` : ''}
                {one.by ? ` ${texts.by(one.by)}` : ''}
              </Table.Td>
              <Table.Td data-head={texts.where}>
                {one.address}
                <Text size="xs" c="dimmed">
                  {one.device}
                </Text>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}
