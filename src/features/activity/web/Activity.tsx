import { Anchor, Button, Group, Text, Title } from '@mantine/core'
import { IconAt } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import type { SubjectKind } from '#features/activity/rules.ts'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import { LoadingRows } from '#kit/web/Loading.tsx'
import classes from './Activity.module.css'
import { Composer } from './Composer.tsx'
import { EntryItem } from './EntryItem.tsx'
import { texts } from './texts.ts'
import { useMessageDraft } from './use-message-draft.ts'
import { useThread } from './use-thread.ts'

type Props = {
  subject: SubjectKind
  id: string
  /**
   * Takes the text of the comment box above. The field for a message opens by a button, in its place: what is written in
   * either is a comment.
   */
  takeComment?: (() => string) | undefined
  /** Changes whenever a mention is begun in the comment box: the field opens with what is typed there. */
  mentions?: number | undefined
  /** Undoes an own decision, by its moment. */
  undo?: ((moment: string) => Promise<void>) | undefined
}

/** The thread of a finding or a cluster: a field for a message, and what was written and done, newest first. */
export function Activity({ subject, id, takeComment, mentions = 0, undo }: Props) {
  const { draft, change } = useMessageDraft(subject, id)
  // The subject whose field was opened: sending the message does not fold it.
  const [opened, setOpened] = useState<string>()
  if ((draft.text !== '' || draft.files.length > 0) && opened !== id) setOpened(id)
  const thread = useThread(subject, id)
  const isComment = takeComment !== undefined
  const [isTaken, setTaken] = useState(false)
  const open = () => {
    const text = takeComment?.() ?? ''
    change(() => ({ text }))
    setOpened(id)
    setTaken(true)
  }
  const begin = useEffectEvent(open)
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the text is taken out of another box, which no rendering may do
    if (mentions > 0) begin()
  }, [mentions])
  const field =
    !isComment || opened === id ? (
      <Composer
        key={id}
        subject={subject}
        id={id}
        isForStaff={thread.query.data?.pages[0]?.subject.isForStaff ?? false}
        isComment={isComment}
        hasFocus={isTaken}
        onSent={thread.reload}
      />
    ) : (
      <Button
        size="compact-xs"
        variant="subtle"
        className={classes['open']!}
        leftSection={<IconAt size={14} aria-hidden />}
        onClick={open}
      >
        {texts.more}
      </Button>
    )
  return (
    <section className={classes['activity']} aria-label={texts.title}>
      {isComment ? field : null}
      <Group justify="space-between" gap="xs">
        <Title order={3} size="h6">
          {texts.title}
        </Title>
        <Anchor component={Link} to="/activity-settings" size="xs">
          {texts.settings}
        </Anchor>
      </Group>
      {isComment ? null : field}
      <Entries thread={thread} undo={undo} />
    </section>
  )
}

type EntriesProps = Pick<Props, 'undo'> & { thread: ReturnType<typeof useThread> }

/** What was written and done, newest first, and a button for what is older. */
function Entries({ thread: { query, reload, entries }, undo }: EntriesProps) {
  return (
    <>
      {query.isPending ? <LoadingRows rows={2} height={40} /> : null}
      {query.isError ? <Failed error={query.error} retry={() => void query.refetch()} /> : null}
      {query.isSuccess && entries.length === 0 ? (
        <Text size="sm" c="dimmed">
          {texts.none} {texts.noneHint}
        </Text>
      ) : null}
      {entries.length > 0 ? (
        <ol className={classes['list']}>
          {entries.map((entry) => (
            <EntryItem key={entry.id} entry={entry} undo={undo && ((moment) => void undo(moment).then(reload))} />
          ))}
        </ol>
      ) : null}
      {query.hasNextPage ? (
        <Button
          size="compact-xs"
          variant="default"
          className={classes['open']!}
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {texts.older}
        </Button>
      ) : null}
    </>
  )
}

function Failed({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <Group gap="sm" role="alert">
      <Text size="xs">
        {texts.failed} {sentenceOf(error)}
      </Text>
      <Button size="compact-xs" variant="default" onClick={retry}>
        {texts.tryAgain}
      </Button>
    </Group>
  )
}
