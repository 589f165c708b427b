import { Accordion, Group, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { type MailboxEmail, mailbox } from '#features/demo/contract.ts'
import { texts } from './texts.ts'
import { AnswerBoxState } from '#features/replies/web/AnswerBoxState.tsx'
import { call } from '#kit/web/call.ts'
import { delays } from '#kit/web/delays.ts'
import { EmptyState } from '#kit/web/EmptyState.tsx'
import { ErrorState } from '#kit/web/ErrorState.tsx'
import { LoadingRows } from '#kit/web/Loading.tsx'
import { PageFrame } from '#kit/web/PageFrame.tsx'
import { useSettings } from '#kit/web/settings.ts'
import { useInfiniteList } from '#kit/web/use-infinite-list.ts'
import { showDayOf, showTime } from '#vocabulary/dates.ts'
import classes from './mailbox.module.css'

/** The emails of the demo world, newest first: codes, reset links and exports without a mail server. */
export function MailboxScreen() {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), delays.queue)
  const { rows, end, query } = useInfiniteList<MailboxEmail>({
    key: ['mailbox', search],
    read: (page, signal) => call(mailbox.list, { page, perPage: 20, ...(search ? { search } : {}) }, { signal }),
  })
  return (
    <PageFrame
      title={texts.title}
      aside={
        <TextInput
          aria-label={texts.search}
          placeholder={texts.search}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      }
    >
      <AnswerBoxState />
      <Text size="sm" c="dimmed" className={classes['hint']!}>
        {texts.hint}
      </Text>
      {query.isPending ? <LoadingRows rows={6} height={56} /> : null}
      {query.isError ? <ErrorState error={query.error} retry={() => void query.refetch()} /> : null}
      {query.isSuccess && rows.length === 0 ? <EmptyState title={texts.none} hint={texts.noneHint} /> : null}
      <Accordion order={2} chevronPosition="left">
        {rows.map((email) => (
          <EmailItem key={email.id} email={email} />
        ))}
      </Accordion>
      <div ref={end} style={{ minHeight: 1 }} />
    </PageFrame>
  )
}

function EmailItem({ email }: { email: MailboxEmail }) {
  const { businessZone } = useSettings()
  return (
    <Accordion.Item value={email.id}>
      <Accordion.Control>
        <Group justify="space-between" gap={4}>
          <Text size="sm" fw={550}>
            {email.subject}
          </Text>
          <Text size="xs" c="dimmed" className="tabular">
            {email.to} · {texts.state[email.state]} · {showDayOf(email.createdAt, businessZone)}{' '}
            {showTime(email.createdAt, businessZone)}
          </Text>
        </Group>
      </Accordion.Control>
      <Accordion.Panel>
        {email.error ? <Text c="var(--bad)">{email.error}</Text> : null}
        <div className={classes['text']}>{withLinks(email.text)}</div>
      </Accordion.Panel>
    </Accordion.Item>
  )
}

/** The text with its URLs as links. */
function withLinks(text: string) {
  return text.split(/(https?:\/\/[^\s<>"]+)/).map((part, index) =>
    index % 2 === 1 ? (
      <a key={index} href={part} target="_blank" rel="noopener noreferrer nofollow">
        {part}
      </a>
    ) : (
      part
    ),
  )
}
