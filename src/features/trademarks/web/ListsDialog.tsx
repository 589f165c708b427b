import { Alert, Button, Group, Skeleton, Stack, Table, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconUpload } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type LoadedList, trademarks } from '#features/trademarks/contract.ts'
import { OpenModal } from '#kit/web/OpenModal.tsx'
import { toastSuccess } from '#kit/web/alerts.ts'
import { call } from '#kit/web/call.ts'
import { ErrorState, sentenceOf } from '#kit/web/ErrorState.tsx'
import { FilePick } from '#kit/web/FilePick.tsx'
import { readTextFile } from '#kit/web/read-text-file.ts'
import { useSettings } from '#kit/web/settings.ts'
import stacked from '#kit/web/stacked-table.module.css'
import { showDayOf } from '#vocabulary/dates.ts'
import { labels, texts } from './texts.ts'

const queryKey = ['tmch', 'lists']

/** The lists of the clearinghouse: when they were made, which of our marks are on them, and loading a new one. */
export function ListsDialog({ close, onLoaded }: { close: () => void; onLoaded: () => void }) {
  const { data, error, refetch } = useQuery({ queryKey, queryFn: () => call(trademarks.lists, {}) })
  const { isLoading, refused, load } = useListLoading(onLoaded)
  return (
    <OpenModal onClose={close} title={texts.lists} size="lg">
      <Stack gap="md">
        <Group justify="space-between" gap="sm">
          <Text size="sm" c="dimmed" flex="1 1 260px">
            {texts.loadHint}
          </Text>
          <FilePick
            multiple
            accept=".csv,text/csv,.sig,.asc"
            label={texts.load}
            onFiles={(chosen) => void load(chosen)}
          >
            {(button) => (
              <Button
                {...button}
                size="xs"
                flex="none"
                loading={isLoading}
                leftSection={<IconUpload size={14} aria-hidden />}
              >
                {texts.load}
              </Button>
            )}
          </FilePick>
        </Group>
        {refused && (
          <Alert color="red" variant="light" role="alert" title={texts.listRefused}>
            {refused}
          </Alert>
        )}
        {error && !data ? <ErrorState error={error} retry={() => void refetch()} /> : null}
        {!data && !error ? <Skeleton h={120} /> : null}
        {data?.length === 0 ? <Text size="sm">{texts.notLoaded}</Text> : null}
        {data?.map((list) => (
          <OneList key={list.kind} list={list} />
        ))}
      </Stack>
    </OpenModal>
  )
}

/** Loads a list, alone or with the signature that is published next to it; `refused` says why one was not. */
function useListLoading(onLoaded: () => void) {
  const client = useQueryClient()
  const [isLoading, setLoading] = useState(false)
  const [refused, setRefused] = useState<string>()
  const load = async (chosen: readonly File[]) => {
    const file = chosen.find((one) => !isSignature(one))
    if (!file) return setRefused(texts.noList)
    const signature = await chosen.find(isSignature)?.text()
    setLoading(true)
    setRefused(undefined)
    try {
      const content = await readTextFile(file)
      if (content === undefined) return setRefused(texts.listNoText)
      const { message } = await call(trademarks.loadList, {
        file: content,
        ...(signature ? { signature } : {}),
      })
      toastSuccess(message)
      await client.invalidateQueries({ queryKey })
      onLoaded()
    } catch (problem) {
      setRefused(sentenceOf(problem))
    } finally {
      setLoading(false)
    }
  }
  return { isLoading, refused, load }
}

const isSignature = (file: File) => /\.(sig|asc)$/i.test(file.name)

function OneList({ list }: { list: LoadedList }) {
  const { businessZone } = useSettings()
  const day = (instant: string) => showDayOf(instant, businessZone)
  const matched = texts.matched[list.kind]
  const { markName, brand } = labels
  return (
    <section aria-label={texts.kinds[list.kind]}>
      <Title order={2} size="h5">
        {texts.kinds[list.kind]}
      </Title>
      <Text size="sm" c="dimmed">
        {texts.state({ ...list, made: day(list.madeAt), loaded: day(list.loadedAt) })}
      </Text>
      {list.signedWith === 'SHA-1' && (
        <Alert color="yellow" variant="light" my="xs" p="xs" icon={<IconAlertTriangle size={16} aria-hidden />}>
          {texts.weak}
        </Alert>
      )}
      {list.found === 0 ? (
        <Text size="sm">{texts.noneFound}</Text>
      ) : (
        <Table.ScrollContainer minWidth={420} maxHeight={260}>
          <Table aria-label={texts.kinds[list.kind]} stickyHeader className={stacked['stacked']!}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{markName}</Table.Th>
                <Table.Th>{brand}</Table.Th>
                <Table.Th>{matched}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {list.marks.map((mark) => (
                <Table.Tr key={mark.id}>
                  <Table.Td data-part="title">{mark.markName}</Table.Td>
                  <Table.Td data-head={brand}>{mark.brand}</Table.Td>
                  <Table.Td data-head={matched}>{mark.matches.join(', ')}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </section>
  )
}
