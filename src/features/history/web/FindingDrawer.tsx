import { Alert, Drawer } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CaseFileButton } from '#features/case-files/web/tools.tsx'
import { captionOf, type Finding } from '#features/findings/web/finding.ts'
import { FindingDetails } from '#features/findings/web/FindingDetails.tsx'
import { history, type LogRecord } from '#features/history/contract.ts'
import { call } from '#kit/web/call.ts'
import { StatusMark } from '#kit/web/cells.tsx'
import { ErrorState } from '#kit/web/ErrorState.tsx'
import { useCloseInFront } from '#kit/web/use-close-in-front.ts'
import { Lightbox } from '#kit/web/Lightbox.tsx'
import { LoadingRows } from '#kit/web/Loading.tsx'
import { SuspiciousLink } from '#kit/web/SuspiciousLink.tsx'
import { platformOf } from '#platforms/all.ts'
import { showMoment } from '#vocabulary/dates.ts'
import { moduleText, texts } from './texts.ts'
import classes from './Log.module.css'

/** The finding of a log line in its present state, and every change of its status. */
export function FindingDrawer({ id, zone, onClose }: { id: string | undefined; zone: string; onClose: () => void }) {
  return (
    <Drawer
      opened={id !== undefined}
      {...useCloseInFront(onClose)}
      position="right"
      size="xl"
      title={texts.findingTitle}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {id !== undefined && <FindingAndChanges id={id} zone={zone} />}
    </Drawer>
  )
}

function FindingAndChanges({ id, zone }: { id: string; zone: string }) {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['log', 'finding', id],
    queryFn: ({ signal }) => call(history.finding, { id }, { signal }),
    retry: false,
  })
  const [picture, setPicture] = useState<string>()
  const [drafts] = useState(() => new Map<string, string>())
  if (isPending) return <LoadingRows rows={6} height={36} />
  if (error) return <ErrorState error={error} retry={() => void refetch()} />
  const platform = platformOf(data.platform)!
  const finding = data.finding as Finding | null
  return (
    <>
      <p className={classes.of}>
        <span>{platform.title} ·</span> <SuspiciousLink address={data.changes[0]?.searchTerm ?? ''} />
        {finding ? <CaseFileButton platform={platform} ids={[finding.id]} isQuiet /> : null}
      </p>
      <ol className={classes.changes} aria-label="Changes">
        {data.changes.map((change) => (
          <Change key={change.id} change={change} zone={zone} />
        ))}
      </ol>
      {finding ? (
        <div className={classes.finding}>
          <FindingDetails
            platform={platform}
            row={finding}
            drafts={drafts}
            openPicture={() => setPicture(finding.id)}
            onComment={() => void refetch()}
          />
          {finding.imageUrl && (
            <Lightbox
              pictures={[{ id: finding.id, source: finding.imageUrl, caption: captionOf(platform, finding) }]}
              open={picture}
              onOpen={setPicture}
            />
          )}
        </div>
      ) : (
        <Alert color="gray">{texts.findingGone}</Alert>
      )}
    </>
  )
}

function Change({ change, zone }: { change: LogRecord; zone: string }) {
  return (
    <li>
      <span className={classes.move}>
        {change.statusFrom ? <StatusMark code={change.statusFrom} /> : <span>{texts.newRecord}</span>}
        <span aria-label="to">→</span>
        <StatusMark code={change.statusTo} />
      </span>
      <span className={classes.by}>
        {change.reqUserId.username} · {moduleText(change)} ·{' '}
        <time dateTime={change.createdAt}>{showMoment(change.createdAt, zone)}</time>
      </span>
    </li>
  )
}
