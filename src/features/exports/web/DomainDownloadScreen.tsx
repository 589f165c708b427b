import { Alert, Button, Group, Text, Textarea, TextInput } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { exportCalls } from '#features/exports/contract.ts'
import type { DomainRecord } from '#features/exports/contract-schemas.ts'
import { maxDomains, type ReadDomains, readDomains } from '#features/exports/rules.ts'
import { toastError, toastSuccess } from '#kit/web/alerts.ts'
import { call, CallFailed } from '#kit/web/call.ts'
import { DateRange } from '#kit/web/DateRange.tsx'
import { FilePick } from '#kit/web/FilePick.tsx'
import { PageFrame } from '#kit/web/PageFrame.tsx'
import type { QueueColumn } from '#kit/web/QueueTable.tsx'
import { readChosenText } from '#kit/web/read-text-file.ts'
import { businessToday, useSettings } from '#kit/web/settings.ts'
import { type DayRange, monthOf, showDay, showMoment } from '#vocabulary/dates.ts'
import { DownloadQueue } from './DownloadQueue.tsx'
import classes from './Exports.module.css'

import { texts } from './texts.ts'
import { useDownloads } from './use-downloads.ts'

/** Domain Data Download: the findings of listed domains, by email (S-066, S-067). */
export function DomainDownloadScreen() {
  const { businessZone: zone } = useSettings()
  const queue = useDownloads<DomainRecord>('domain', (page, signal) =>
    call(exportCalls.listDomains, { page: String(page), perPage: '10' }, { signal }),
  )
  const { heads } = texts
  const columns: QueueColumn<DomainRecord>[] = [
    { head: heads.added, cell: ({ createdAt }) => showMoment(createdAt, zone) },
    { head: heads.dateRange, cell: ({ startDate, endDate }) => `${showDay(startDate)} - ${showDay(endDate)}` },
    { head: heads.email, cell: ({ email }) => email },
  ]
  return (
    <PageFrame title={texts.domainTitle}>
      <DomainForm reload={queue.reload} email={queue.email} />
      <DownloadQueue queue={queue} emptyHint={texts.noneDomainHint} columns={columns} />
    </PageFrame>
  )
}

function DomainForm({ reload, email }: { reload: () => void; email: string }) {
  const [range, setRange] = useState<DayRange>(() => monthOf(businessToday()))
  const [content, setContent] = useState('')
  const read = useMemo(() => readDomains(content), [content])
  const count = read.domains.length
  const request = useMutation({
    mutationFn: () => call(exportCalls.requestDomains, { domains: read.domains.join('\n'), ...range }),
    onSuccess: ({ message }) => toastSuccess(message),
    onError: (problem) => toastError(problem instanceof CallFailed ? problem.message : texts.failed),
    onSettled: reload,
  })
  return (
    <form
      noValidate
      className={classes['form']}
      onSubmit={(event) => {
        event.preventDefault()
        request.mutate()
      }}
    >
      <div className={classes['fields']}>
        <DateRange field="sm" label={texts.dates} value={range} onChange={setRange} />
        <TextInput label={texts.email} value={email} readOnly />
      </div>
      <Content content={content} read={read} change={setContent} />
      <Button
        type="submit"
        className={classes['fetch']!}
        loading={request.isPending}
        disabled={count === 0 || count > maxDomains}
      >
        {texts.fetch}
      </Button>
    </form>
  )
}

type ContentProps = { content: string; read: ReadDomains; change: (content: string) => void }

function Content({ content, read, change }: ContentProps) {
  const count = read.domains.length
  const readFile = async (file: File) => {
    const { text, refusal } = await readChosenText(file, texts.badFile)
    if (text === undefined) toastError(refusal)
    else change(text)
  }
  return (
    <div>
      <Textarea
        label={texts.domains}
        required
        description={texts.domainsHint}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        rows={8}
        spellCheck={false}
        classNames={{ input: classes['lines']! }}
        value={content}
        error={count > maxDomains ? texts.tooMany(count) : undefined}
        onChange={(event) => change(event.currentTarget.value)}
      />
      <Group mt="xs" gap="sm">
        <FilePick accept=".txt,text/plain" onFiles={([file]) => void readFile(file!)}>
          {(props) => (
            <Button {...props} size="xs" variant="default" leftSection={<IconUpload size={14} aria-hidden />}>
              {texts.upload}
            </Button>
          )}
        </FilePick>
        {content.trim() === '' ? null : (
          <Text size="sm" role="status">
            {texts.understood(count, read.repeated)}
          </Text>
        )}
      </Group>
      <Understood read={read} />
    </div>
  )
}

/** Lines shown of a long list. */
const shown = 200

/** What the lines were understood as, before they are sent (G84). */
function Understood({ read: { domains, unreadable } }: { read: ReadDomains }) {
  return (
    <>
      {unreadable.length > 0 ? (
        <Alert
          mt="xs"
          color="yellow"
          variant="light"
          title={texts.unreadable(unreadable.length)}
          styles={{ title: { color: 'var(--mantine-color-text)' } }}
        >
          <ul className={classes['understood']}>
            {unreadable.slice(0, shown).map(({ line, text }, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- the same text may be on a line twice
              <li key={`${line} ${index}`}>{texts.line(line, text)}</li>
            ))}
            {unreadable.length > shown ? <li>{texts.moreLines(unreadable.length - shown)}</li> : null}
          </ul>
        </Alert>
      ) : null}
      {domains.length > 0 ? (
        <details>
          <summary>
            <Text span size="sm">
              {texts.showDomains}
            </Text>
          </summary>
          <ul className={classes['understood']}>
            {domains.slice(0, shown).map((domain) => (
              <li key={domain}>{domain}</li>
            ))}
            {domains.length > shown ? <li>{texts.moreLines(domains.length - shown)}</li> : null}
          </ul>
        </details>
      ) : null}
    </>
  )
}
