import { Button, Group, List, Table, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { CompanyPick, useFilterCompany } from '#features/companies/web/CompanyPick.tsx'
import { type LeagueRow, revisits } from '#features/revisits/contract.ts'
import { countings, leagueKinds, leaguePeriods } from '#features/revisits/rules.ts'
import { toastError } from '#kit/web/alerts.ts'
import { addressOf, call } from '#kit/web/call.ts'
import { EmptyState } from '#kit/web/EmptyState.tsx'
import { ErrorState, sentenceOf } from '#kit/web/ErrorState.tsx'
import { fetchFile, saveFile } from '#kit/web/fetch-file.ts'
import { PageLoading } from '#kit/web/Loading.tsx'
import { useNarrow } from '#kit/web/narrow.ts'
import { FieldRow } from '#kit/web/FieldRow.tsx'
import { PageFrame } from '#kit/web/PageFrame.tsx'
import stacked from '#kit/web/stacked-table.module.css'
import { useChangeAddress } from '#kit/web/use-address.ts'
import { harmKinds, harmNames } from '#vocabulary/harm-names.ts'
import { countText } from '#vocabulary/numbers.ts'
import { Choice } from './Choice.tsx'
import { texts } from './texts.ts'
import { titles } from './titles.ts'

/** What registrars and hosts did about notices, by kind of harm, ranked where there are enough. */
export function LeagueScreen() {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const changeAddress = useChangeAddress()
  const query = queryOf(search)
  const company = useFilterCompany(query.company)
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: ['revisits', 'league', query],
    queryFn: ({ signal }) => call(revisits.league, query, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
  })
  const change = (part: Partial<Record<keyof Query, string | undefined>>) =>
    void changeAddress((now) => {
      const next = Object.entries({ ...queryOf(now.search), ...part })
      return { search: Object.fromEntries(next.filter(([name, value]) => value && value !== starting[name])) }
    })
  return (
    <PageFrame
      title={titles.league}
      aside={<Downloads query={query} name={isPlaceholderData ? undefined : data?.fileName} />}
    >
      <div style={{ padding: 16 }}>
        <FieldRow isSpaced role="search" aria-label="Filters">
          <Choice
            label={texts.leagueKind}
            data={leagueKinds.map((value) => ({ value, label: texts.leagueKinds[value] }))}
            value={query.kind}
            choose={(kind) => change({ kind })}
          />
          <Choice
            label={texts.leaguePeriod}
            data={leaguePeriods.map((value) => ({ value, label: texts.leaguePeriods[value] }))}
            value={query.months}
            choose={(months) => change({ months })}
          />
          <Choice
            label={texts.harm}
            data={[
              { value: '', label: texts.allHarms },
              ...harmKinds.map((value) => ({ value, label: harmNames[value] })),
            ]}
            value={query.harm ?? ''}
            choose={(harm) => change({ harm })}
          />
          <Choice
            label={texts.counting}
            data={countings.map((value) => ({ value, label: texts.countings[value] }))}
            value={query.count}
            choose={(count) => change({ count })}
          />
          <CompanyPick
            chosen={company}
            choose={(one) => change({ company: one?.id })}
            clearable
            appearance={{ w: 170, size: 'xs', isBare: true, placeholder: 'Company' }}
          />
        </FieldRow>
        {error && !data ? <ErrorState error={error} retry={() => void refetch()} /> : null}
        {!data && !error ? <PageLoading /> : null}
        {data?.rows.length === 0 ? <EmptyState title={texts.noLeague} hint={texts.noLeagueHint} /> : null}
        {data && data.rows.length > 0 ? <LeagueTable rows={data.rows} /> : null}
        {data ? <Definition lines={data.definition} /> : null}
      </div>
    </PageFrame>
  )
}

type Query = {
  kind: (typeof leagueKinds)[number]
  months: (typeof leaguePeriods)[number]
  count: (typeof countings)[number]
  harm?: (typeof harmKinds)[number]
  company?: string
}
const starting: Readonly<Record<string, string>> = { kind: 'registrar', months: '12', count: 'all' }

/** The query of a URL; invalid values count as absent. */
function queryOf(search: Readonly<Record<string, unknown>>): Query {
  const harm = harmKinds.find((one) => one === search['harm'])
  const company = search['company']
  return {
    kind: leagueKinds.find((one) => one === search['kind']) ?? 'registrar',
    months: leaguePeriods.find((one) => one === String(search['months'])) ?? '12',
    count: countings.find((one) => one === search['count']) ?? 'all',
    ...(harm ? { harm } : {}),
    ...(typeof company === 'string' && company ? { company } : {}),
  }
}

function LeagueTable({ rows }: { rows: readonly LeagueRow[] }) {
  const isNarrow = useNarrow()
  return (
    <Table.ScrollContainer
      minWidth={isNarrow ? 0 : 780}
      type="native"
      tabIndex={0}
      role="group"
      aria-label={texts.league}
    >
      <Table aria-label={texts.league} verticalSpacing={4} fz="sm" className={stacked['stacked']!}>
        <Table.Thead>
          <Table.Tr>
            {texts.leagueColumns.map((label, n) => (
              <Table.Th key={label} ta={alignOf(n)}>
                {label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((one) => (
            <Table.Tr key={`${one.harm} ${one.name}`} data-league={one.name}>
              {cellsOf(one).map((cell, n) => (
                <Table.Td key={texts.leagueColumns[n]} data-head={texts.leagueColumns[n]} ta={alignOf(n)}>
                  {cell}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

/** The texts of a row, in the order of their columns. */
const cellsOf = (one: LeagueRow): string[] => [
  String(one.rank ?? '–'),
  one.name,
  harmNames[one.harm],
  countText(one.sent),
  countText(one.named),
  one.sent === 0 ? '–' : texts.nOf(one.answered, one.sent),
  one.sent === 0 ? '–' : `${texts.nOf(one.down, one.sent)} (${Math.round((100 * one.down) / one.sent)}%)`,
  one.medianHours === null ? '–' : texts.hours(one.medianHours),
]

/** Name and kind of harm are texts. */
const alignOf = (column: number) => (column === 1 || column === 2 ? undefined : 'right')

function Definition({ lines }: { lines: readonly string[] }) {
  return (
    <section aria-label={texts.leagueDefinition}>
      <Text fw={600} size="sm" mt="md" mb={6}>
        {texts.leagueDefinition}
      </Text>
      <List size="xs" c="dimmed" spacing={2}>
        {lines.map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List>
    </section>
  )
}

const formats = [
  { type: 'csv', name: 'CSV', ending: 'csv' },
  { type: 'excel', name: 'Excel', ending: 'xlsx' },
] as const

/** `name`: of the file, without its ending; undefined while the league is not known. */
function Downloads({ query, name }: { query: Query; name: string | undefined }) {
  const [isBusy, setBusy] = useState(false)
  const download = async ({ type, ending }: (typeof formats)[number]) => {
    setBusy(true)
    try {
      const { url } = addressOf(revisits.leagueFile, { ...query, type })
      const file = await fetchFile(url, { seconds: 60 })
      saveFile(file, `${name}.${ending}`)
    } catch (error) {
      toastError(sentenceOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Group gap={8}>
      {formats.map((format) => (
        <Button
          key={format.type}
          size="xs"
          variant="default"
          aria-label={texts.download(format.name)}
          leftSection={<IconDownload size={14} aria-hidden />}
          disabled={isBusy || name === undefined}
          onClick={() => void download(format)}
        >
          {format.name}
        </Button>
      ))}
    </Group>
  )
}
