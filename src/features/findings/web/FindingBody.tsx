import { memo, type ReactNode } from 'react'
import { useSession } from '#features/sessions/web/session-context.tsx'
import { useNarrow } from '#kit/web/narrow.ts'
import { SuspiciousLink } from '#kit/web/SuspiciousLink.tsx'
import { useLater } from '#kit/web/use-later.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { draftsOf } from './comment-drafts.ts'
import { CommentBox } from './CommentBox.tsx'
import { CommentHistory } from './CommentHistory.tsx'
import type { Finding } from './finding.ts'
import type { LinkOf } from './value-links.ts'
import { FirstFacts, OtherFacts } from './PeekFacts.tsx'
import { PeekPictures } from './PeekPictures.tsx'
import classes from './Peek.module.css'
import { peekSections } from './slots.ts'
import { SwipeHint } from './SwipeHint.tsx'
import { texts } from './texts.ts'
import { noSwipe, swipeChoices, useSwipe } from './use-swipe.tsx'

type Props = {
  platform: FindingPlatformDefinition
  row: Finding
  /** These stay the same functions from one rendering to the next, or the finding is rendered again each time. */
  linkOf: LinkOf
  openPicture: (id: string) => void
  more: ((row: Finding) => ReactNode) | undefined
  decide: (status: string) => void
  undoChange: (row: Finding, moment: string) => Promise<void>
  onComment: (row: Finding, comment: string) => void
}

/** A person who walks on sooner than this, in milliseconds, is not kept by what the finding before would have shown. */
const restMilliseconds = 50

/**
 * All of a finding below its decisions. The picture is there with the key that opened it, facts a frame later, and what
 * needs the server when the person rests. Until then what they show of the finding before is hidden, not taken away:
 * that would take as long as showing it.
 */
export const FindingBody = memo(function FindingBody(props: Props) {
  const { platform, row, linkOf, openPicture, more, decide, undoChange, onComment } = props
  const facts = useLater(row, 0)
  const rest = useLater(row, restMilliseconds)
  const facing = { platform, row: facts.shown, linkOf }
  return (
    <PeekBody platform={platform} row={row} decide={decide}>
      <div className={classes.address} data-late={facts.isLate || undefined}>
        {facts.shown && <Address platform={platform} row={facts.shown} />}
      </div>
      <div className={classes.about}>
        <PeekPictures platform={platform} row={row} openPicture={openPicture} />
        <div data-late={facts.isLate || undefined}>{facts.shown && <FirstFacts {...facing} row={facts.shown} />}</div>
      </div>
      <div data-late={facts.isLate || undefined}>{facts.shown && <OtherFacts {...facing} row={facts.shown} />}</div>
      <div className={classes.rest} data-late={rest.isLate || undefined}>
        {rest.shown && <Rest {...{ platform, more, undoChange, onComment }} row={rest.shown} key={rest.shown.id} />}
      </div>
    </PeekBody>
  )
})

type OfRow = Pick<Props, 'platform' | 'row'>

const Address = memo(function Address({ platform, row }: OfRow) {
  return <SuspiciousLink key={row.id} address={String(row[platform.identity] ?? row.url ?? '')} />
})

type RestProps = Pick<Props, 'platform' | 'row' | 'more' | 'undoChange' | 'onComment'>

const Rest = memo(function Rest({ platform, row, more, undoChange, onComment }: RestProps) {
  return (
    <>
      {more?.(row)}
      <peekSections.Outlet platform={platform} row={row} />
      <Comments platform={platform} row={row} onComment={onComment} undoChange={undoChange} />
    </>
  )
})

type BodyProps = Pick<Props, 'platform' | 'row' | 'decide'> & { children: ReactNode }

/** What is shown of a finding; a Client decides on a phone by swiping it. */
function PeekBody({ platform, row, decide, children }: BodyProps) {
  const { role } = useSession()
  const isNarrow = useNarrow()
  const choices = isNarrow ? swipeChoices(role, platform.value, row.status) : noSwipe
  const { props, mark } = useSwipe(choices, decide)
  return (
    <>
      <SwipeHint choices={choices} />
      <div {...props} className={`${classes.body} ${props.className}`} data-peek-body>
        {mark}
        {children}
      </div>
    </>
  )
}

type CommentProps = Pick<Props, 'platform' | 'row' | 'onComment' | 'undoChange'>

/** What was written and done, with a field for more; a Client's is the comment box. */
function Comments({ platform, row, onComment, undoChange }: CommentProps) {
  const { user, role } = useSession()
  const undo = (moment: string) => undoChange(row, moment)
  return (
    <section aria-label={texts.comments} data-peek-comments>
      {role === 'Client' && platform.abilities.includes('comment') ? (
        <CommentBox
          platform={platform}
          row={row}
          drafts={draftsOf(user?.id ?? '')}
          onSaved={(comment) => onComment(row, comment)}
          undoChange={undo}
        />
      ) : (
        <CommentHistory platform={platform} row={row} stored={0} undoChange={undo} />
      )}
    </section>
  )
}
