import { Anchor, Title } from '@mantine/core'
import { IconDownload, IconPhoto } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useSession } from '#features/sessions/web/session-context.tsx'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import type { Column } from '#columns/column.ts'
import { showValue } from '#kit/web/show-value.ts'
import { CommentHistory } from './CommentHistory.tsx'
import { CommentBox } from './CommentBox.tsx'
import { captionOf, valueOf, type Finding } from './finding.ts'
import { Value } from './finding-columns.tsx'
import { detailSections } from './slots.ts'
import classes from './FindingDetails.module.css'

type Props = {
  platform: FindingPlatformDefinition
  row: Finding
  drafts: Map<string, string>
  openPicture: () => void
  onComment: (comment: string) => void
  /** Further details under a heading of their own. */
  block?: { title: string; names: readonly string[] }
  /** Below the details, at full width. */
  children?: ReactNode
}

/** An opened finding: its picture, every detail in the definition's order, and the comment box. */
export function FindingDetails({ platform, row, drafts, openPicture, onComment, block, children }: Props) {
  const { role } = useSession()
  const [imageFailed, setImageFailed] = useState(false)
  const video = typeof row['videoUrl'] === 'string' && row['videoUrl'] !== '' ? row['videoUrl'] : undefined
  const names = platform.detailed.filter((name) => name !== 'videoUrl')
  const mayComment = role === 'Client' && platform.abilities.includes('comment')
  return (
    <div className={classes.details}>
      <div className={classes.side}>
        {row.imageUrl && !imageFailed ? (
          <button
            type="button"
            className={classes.pictureButton}
            onClick={openPicture}
            aria-label={`Open the picture of ${captionOf(platform, row)}`}
          >
            <img
              src={row.imageUrl}
              alt=""
              loading="lazy"
              referrerPolicy="no-referrer"
              className={classes.picture}
              onError={() => setImageFailed(true)}
            />
          </button>
        ) : (
          <span className={classes.noPicture}>
            <IconPhoto size={22} aria-hidden />
            No picture
          </span>
        )}
        {video && (
          <Anchor href={video} target="_blank" rel="noopener noreferrer nofollow" size="sm" className={classes.video}>
            <IconDownload size={14} aria-hidden /> Download Video
          </Anchor>
        )}
      </div>
      <div>
        <Pairs platform={platform} row={row} names={names} />
        {block && (
          <section aria-label={block.title}>
            <Title order={3} size="h6" mt={12} mb={6}>
              {block.title}
            </Title>
            <Pairs platform={platform} row={row} names={block.names} />
          </section>
        )}
      </div>
      {mayComment && (
        <div className={classes.comment}>
          <CommentBox platform={platform} row={row} drafts={drafts} onSaved={onComment} />
        </div>
      )}
      {children && <div className={classes.more}>{children}</div>}
      {!mayComment && (
        <div className={classes.more}>
          <CommentHistory platform={platform} row={row} stored={0} />
        </div>
      )}
      <div className={classes.sections}>
        <detailSections.Outlet platform={platform} row={row} />
      </div>
    </div>
  )
}

function Pairs({ platform, row, names }: Pick<Props, 'platform' | 'row'> & { names: readonly string[] }) {
  return (
    <dl className={classes.pairs}>
      {names.map((name) => {
        const column = platform.columns[name]!
        const value = valueOf(row, name, column)
        return (
          <div key={name} data-detail={name} data-long={isLong(column, showValue(column, value)) || undefined}>
            <dt>{column.label}</dt>
            <dd>
              <Value platform={platform} name={name} value={value} />
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

/** Whether a value takes two columns: an address, or a text longer than one line. */
function isLong(column: Column, text: string): boolean {
  return text.length > 24 && (column.kind === 'link' || column.kind === 'text')
}
