import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { findings } from '#features/findings/contract.ts'
import { call } from '#kit/web/call.ts'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import { LoadingRows } from '#kit/web/Loading.tsx'
import { useSettings } from '#kit/web/settings.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { showDayOf, showTime } from '#vocabulary/dates.ts'
import classes from './CommentHistory.module.css'
import type { Finding } from './finding.ts'
import { texts } from './texts.ts'

type Props = {
  platform: FindingPlatformDefinition
  row: Finding
  /** Changes whenever a comment was stored. */
  stored: number
}

/** Every comment on a finding, the newest first, with its author, its time and its lines. */
export function CommentHistory({ platform, row, stored }: Props) {
  const { businessZone } = useSettings()
  const { data, error, isPending, refetch } = useQuery({
    // The latest comment is part of the row: another person's arrives with it.
    queryKey: ['comments', platform.value, row.id, row['clientComment'], stored],
    queryFn: ({ signal }) => call(findings[platform.value].comments, { id: row.id }, { signal }),
    placeholderData: (before) => before,
    retry: false,
  })
  if (isPending && row['clientComment']) return <LoadingRows rows={1} height={40} />
  if (error)
    return (
      <Group gap="sm" mt={12} role="alert">
        <Text size="xs">
          {texts.commentsFailed} {sentenceOf(error)}
        </Text>
        <Button size="compact-xs" variant="default" onClick={() => void refetch()}>
          {texts.tryAgain}
        </Button>
      </Group>
    )
  if (!data || data.comments.length === 0) return null
  return (
    <ul className={classes.list} aria-label={texts.comments}>
      {data.comments.map(({ id, comment, author, createdAt }) => (
        <li key={id}>
          <div className={classes.head}>
            <span className={classes.author}>{author ?? texts.importedComment}</span>
            {author && createdAt && (
              <time dateTime={createdAt}>
                {showDayOf(createdAt, businessZone)} {showTime(createdAt, businessZone)}
              </time>
            )}
          </div>
          <p className={classes.text}>{comment}</p>
        </li>
      ))}
    </ul>
  )
}
