import { ActionIcon, Drawer } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react'
import { memo, type ReactNode, useEffect, useRef } from 'react'
import { bodyMark } from '#kit/web/body-mark.ts'
import { StatusMark, thumbnailOf } from '#kit/web/cells.tsx'
import { ErrorState } from '#kit/web/ErrorState.tsx'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import { LoadingRows } from '#kit/web/Loading.tsx'
import { useNarrow } from '#kit/web/narrow.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { statusDisplay } from '#vocabulary/statuses.ts'
import { captionOf, type Finding } from './finding.ts'
import { FindingBody } from './FindingBody.tsx'
import type { LinkOf } from './value-links.ts'
import { PeekActions } from './PeekActions.tsx'
import classes from './Peek.module.css'
import { movedBy, peekTools } from './slots.ts'
import { texts } from './texts.ts'
import type { Triage } from './use-triage.ts'

const ReasonDialog = lazyPart(() => import('./ReasonDialog.tsx').then((module) => module.ReasonDialog))

type Props = {
  platform: FindingPlatformDefinition
  triage: Triage
  /** These three stay the same functions from one rendering to the next, or the finding is rendered again each time. */
  linkOf: LinkOf
  openPicture: (id: string) => void
  /** What a view adds below the sections of every finding. */
  more?: ((row: Finding) => ReactNode) | undefined
}

const withPeek = bodyMark('data-with-peek')

/** The finding that is open: beside the list, or as a sheet over it on a phone. Nothing while none is. */
export function Peek(props: Props) {
  const { triage } = props
  const isSheet = useNarrow()
  const dialog = triage.reasonRequest ? <ReasonDialog {...triage.reasonRequest} /> : null
  if (triage.id === undefined) return dialog
  if (!isSheet)
    return (
      <aside ref={withPeek} className={classes.beside} aria-label={texts.besideList} data-open-finding={triage.id}>
        <OpenFinding {...props} />
        {dialog}
      </aside>
    )
  return (
    <Drawer.Root
      opened
      onClose={triage.close}
      position="bottom"
      size="100%"
      transitionProps={{ duration: 0 }}
      padding={0}
    >
      <Drawer.Content aria-label={texts.besideList}>
        <Drawer.Body ref={withPeek} className={classes.sheet!}>
          <OpenFinding {...props} />
          {dialog}
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}

function OpenFinding({ platform, triage, linkOf, openPicture, more }: Props) {
  const { row, at, total } = triage
  const heading = useRef<HTMLHeadingElement>(null)
  const isShown = row !== undefined
  useEffect(() => {
    if (isShown) heading.current?.focus({ preventScroll: true })
  }, [isShown])
  usePreloaded(thumbnailOf(triage.upcoming?.imageUrl ?? null, 'card'))
  if (!row) return <NotShown triage={triage} />
  const caption = captionOf(platform, row)
  return (
    <>
      <div className={classes.top}>
        <div className={classes.head}>
          <div className={classes.title}>
            <h2 ref={heading} tabIndex={-1} title={caption}>
              {caption}
            </h2>
            <span className={classes.line}>
              <span data-peek-status={row.status}>
                <StatusMark code={row.status} />
              </span>
              {at > 0 && <span className={classes.quiet}>{texts.position(at, total)}</span>}
            </span>
            {triage.newerStatus !== undefined && (
              <span className={classes.newer} role="status">
                {texts.meanwhile} <StatusMark code={triage.newerStatus} />
                <movedBy.Outlet platform={platform} row={row} status={triage.newerStatus} />
              </span>
            )}
          </div>
          <Step kind="previous" run={triage.previous} />
          <Step kind="next" run={triage.next} />
          <CloseButton close={triage.close} />
        </div>
        <p className="visually-hidden" role="status">
          {texts.announced(at, total, caption, statusDisplay(row.status).name)}
        </p>
        <PeekActions
          offered={triage.offered}
          others={triage.others}
          decide={triage.decide}
          comment={triage.comment}
          open={triage.openAddress}
          copy={triage.copyAddress}
        >
          <peekTools.Outlet platform={platform} row={row} />
        </PeekActions>
      </div>
      <FindingBody
        platform={platform}
        row={row}
        linkOf={linkOf}
        openPicture={openPicture}
        more={more}
        decide={triage.decide}
        undoChange={triage.undoChange}
        onComment={triage.onComment}
      />
    </>
  )
}

/** In place of a finding that could not be loaded, or that is not there. */
function NotShown({ triage: { isLoading, failure, close } }: Pick<Props, 'triage'>) {
  const isFailed = failure !== undefined && !isLoading
  return (
    <>
      <div className={classes.head}>
        <span className={classes.title} role="status">
          <span className={classes.quiet}>{isLoading || isFailed ? '' : texts.notInList}</span>
        </span>
        <CloseButton close={close} />
      </div>
      {isLoading && <LoadingRows rows={4} height={36} />}
      {isFailed && <ErrorState error={failure.error} retry={failure.retry} />}
    </>
  )
}

/** Loads the picture of the finding that a decision opens next, so that it is there by then. */
function usePreloaded(address: string | null | undefined): void {
  useEffect(() => {
    if (!address) return
    const picture = new Image()
    picture.referrerPolicy = 'no-referrer'
    picture.src = address
  }, [address])
}

type StepProps = { kind: 'previous' | 'next'; run: (() => void) | undefined }

// From one finding to the next these buttons stay, and are not rendered again.
const Step = memo(function Step({ kind, run }: StepProps) {
  const Icon = kind === 'previous' ? IconChevronUp : IconChevronDown
  return (
    <ActionIcon size={28} variant="subtle" color="gray" aria-label={texts[kind]} disabled={!run} onClick={run}>
      <Icon size={16} aria-hidden />
    </ActionIcon>
  )
})

const CloseButton = memo(function CloseButton({ close }: { close: () => void }) {
  return (
    <ActionIcon size={28} variant="subtle" color="gray" aria-label={texts.closePeek} onClick={close}>
      <IconX size={16} aria-hidden />
    </ActionIcon>
  )
})
