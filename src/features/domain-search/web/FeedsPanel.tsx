import { Button, Group, Progress, Text, Title } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { domainSearch, nameFiles } from '#features/domain-search/contract.ts'
import type { Feed } from '#features/domain-search/contract-schemas.ts'
import { toastError, toastOutcome, toastSuccess } from '#kit/web/alerts.ts'
import { call } from '#kit/web/call.ts'
import { delays } from '#kit/web/delays.ts'
import { ErrorState, sentenceOf } from '#kit/web/ErrorState.tsx'
import { FilePick } from '#kit/web/FilePick.tsx'
import { LoadingRows } from '#kit/web/Loading.tsx'
import { useSettings } from '#kit/web/settings.ts'
import stacked from '#kit/web/stacked-table.module.css'
import { uploadFile } from '#kit/web/upload-file.ts'
import { showMoment } from '#vocabulary/dates.ts'
import { countText } from '#vocabulary/numbers.ts'
import classes from './DomainSearch.module.css'
import { feedTexts as texts } from './texts.ts'

/** Where the feeds are in the cache of queries. */
export const feedsKey = ['name feeds']

/**
 * Where new names come from: when each feed was last read, and how many it had; and files of names to upload. `onRead` is
 * called when a file was read, which may have started searches.
 */
export function FeedsPanel({ onRead }: { onRead: () => void }) {
  const { data, error, refetch } = useQuery({
    queryKey: feedsKey,
    queryFn: ({ signal }) => call(domainSearch.feeds, {}, { signal }),
    retry: false,
    refetchInterval: ({ state }) => (state.data?.docs.some(({ isReading }) => isReading) ? 2 * delays.mail : false),
  })
  const readFiles = useRef<ReadonlySet<string>>(undefined)
  useEffect(() => {
    if (!data) return
    const read = data.docs.filter(({ kind, isReading }) => kind === 'file' && !isReading).map(({ id }) => id)
    // Also one that was read before it was seen in the list.
    if (readFiles.current && read.some((id) => !readFiles.current?.has(id))) onRead()
    readFiles.current = new Set(read)
  }, [data, onRead])
  return (
    <section aria-label={texts.title} className={classes['feeds']}>
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4">
          {texts.title}
        </Title>
        <NameFile onStored={() => void refetch()} />
      </Group>
      {data === undefined && error ? <ErrorState error={error} retry={() => void refetch()} /> : null}
      {data === undefined && !error ? <LoadingRows rows={2} height={28} /> : null}
      {data?.docs.length === 0 ? (
        <Text size="sm" c="dimmed">
          {texts.none}
        </Text>
      ) : null}
      {data && data.docs.length > 0 ? (
        <>
          <Text size="xs" c="dimmed" mb="xs">
            {texts.hint}
          </Text>
          <Feeds feeds={data.docs} onDismissed={() => void refetch()} />
        </>
      ) : null}
    </section>
  )
}

function Feeds({ feeds, onDismissed }: { feeds: readonly Feed[]; onDismissed: () => void }) {
  const { businessZone: zone } = useSettings()
  const moment = (at: string | null) => (at === null ? texts.never : showMoment(at, zone))
  const dismiss = async (id: string) => {
    await toastOutcome(() => call(domainSearch.dismissFeed, { id }))
    onDismissed()
  }
  return (
    <section className={classes['scroller']} tabIndex={0} aria-label={texts.list}>
      <table className={`${classes['table']} ${stacked['stacked']}`}>
        <thead>
          <tr>
            {texts.heads.map((head, at) => (
              <th key={head} scope="col" data-align={at > 2 ? 'right' : undefined}>
                {head}
              </th>
            ))}
            <th scope="col">
              <span className="visually-hidden">{texts.actions}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {feeds.map((feed) => (
            <tr key={feed.id}>
              <td data-head={texts.heads[0]}>{texts.kinds[feed.kind]}</td>
              <td data-head={texts.heads[1]} className={classes['address']}>
                {feed.address}
                {feed.problem === null ? null : (
                  <Text size="xs" c="var(--mantine-color-error)">
                    {texts.problem(moment(feed.triedAt), feed.problem)}
                  </Text>
                )}
              </td>
              <td data-head={texts.heads[2]}>{feed.isReading ? texts.reading : moment(feed.heardAt)}</td>
              <td data-head={texts.heads[3]} data-align="right">
                {countText(feed.names)}
              </td>
              <td data-head={texts.heads[4]} data-align="right">
                {countText(feed.matched)}
              </td>
              <td data-head={texts.heads[5]} data-align="right">
                {feed.behind === null ? '' : countText(feed.behind)}
              </td>
              <td data-align="right">
                {feed.kind === 'file' && !feed.isReading ? (
                  <Button
                    size="compact-xs"
                    variant="default"
                    aria-label={texts.dismissOf(feed.address)}
                    onClick={() => void dismiss(feed.id)}
                  >
                    {texts.dismiss}
                  </Button>
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function NameFile({ onStored }: { onStored: () => void }) {
  const [share, setShare] = useState<number>()
  const send = async (files: readonly File[]) => {
    const stored: string[] = []
    for (const [at, file] of files.entries()) {
      const onProgress = (share: number) => setShare((at + share) / files.length)
      onProgress(0)
      try {
        stored.push((await uploadFile(nameFiles.upload, file, { name: 'file', onProgress })).message)
      } catch (problem) {
        // One that is refused does not stop the others.
        const sentence = sentenceOf(problem)
        toastError(files.length === 1 ? sentence : texts.refused(file.name, sentence), { cause: problem })
      }
    }
    setShare(undefined)
    if (stored.length === 0) return
    toastSuccess(stored.length === 1 ? stored[0]! : texts.stored(stored.length))
    onStored()
  }
  return (
    <Group gap="xs">
      {share === undefined ? null : <Progress w={120} value={100 * share} aria-label={texts.sending} />}
      <FilePick
        multiple
        accept=".txt,.csv,.tsv,.gz,.zone,text/plain,application/gzip"
        onFiles={(files) => void send(files)}
      >
        {(props) => (
          <Button
            {...props}
            size="xs"
            variant="default"
            disabled={share !== undefined}
            leftSection={<IconUpload size={14} aria-hidden />}
            title={texts.uploadHint}
          >
            {texts.upload}
          </Button>
        )}
      </FilePick>
    </Group>
  )
}
