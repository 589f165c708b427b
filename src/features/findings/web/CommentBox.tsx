import { Button, Group, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { toastError, toastSuccess } from '#kit/web/alerts.ts'
import { refreshIfOutOfScope } from '#features/sessions/web/refresh-user.ts'
import { call } from '#kit/web/call.ts'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import { messageKeys } from '#kit/web/message-keys.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { findings } from '#features/findings/contract.ts'
import classes from './CommentBox.module.css'
import { CommentHistory } from './CommentHistory.tsx'
import type { Finding } from './finding.ts'

const maxLength = 2000

/** A mention begins, not an email address. */
const beginsMention = /(?:^|\s)@$/

type Props = {
  platform: FindingPlatformDefinition
  row: Finding
  /** Unsaved texts by finding id, while rows are scrolled away or closed. */
  drafts: Map<string, string>
  onSaved: (comment: string) => void
  undoChange?: ((moment: string) => Promise<void>) | undefined
}

/**
 * A new comment on a finding, above its thread: the client's lines there are its comments (G55). One that mentions people
 * or has files is written in the thread's field, in place of this one. An empty one is not sent (C-240).
 */
export function CommentBox({ platform, row, drafts, onSaved, undoChange }: Props) {
  const [typed, setTyped] = useState(drafts.get(row.id) ?? '')
  const [saving, setSaving] = useState(false)
  const [stored, setStored] = useState(0)
  const [mentions, setMentions] = useState(0)

  const type = (text: string) => {
    setTyped(text)
    drafts.set(row.id, text)
  }
  const save = async () => {
    const clientComment = typed.trim()
    if (clientComment === '' || saving) return
    setSaving(true)
    // The next comment may be typed while this one is on its way: nothing of it is cleared when the answer comes.
    type('')
    try {
      await call(findings[platform.value].comment, { id: row.id, clientComment, module: platform.module })
      setStored((count) => count + 1)
      onSaved(clientComment)
      toastSuccess(platform.commentSaved)
    } catch (error) {
      const next = drafts.get(row.id)
      type(next ? `${typed}\n${next}` : typed)
      toastError(sentenceOf(error))
      refreshIfOutOfScope(error)
    } finally {
      setSaving(false)
    }
  }

  const take = () => {
    type('')
    return typed
  }

  return (
    <div className={classes.box}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <Textarea
          label="Comment"
          autosize
          minRows={3}
          maxRows={8}
          maxLength={maxLength}
          value={typed}
          onChange={({ currentTarget: { value, selectionStart } }) => {
            type(value)
            if (value.length > typed.length && beginsMention.test(value.slice(0, selectionStart)))
              setMentions((count) => count + 1)
          }}
          onKeyDown={messageKeys(() => void save())}
        />
        <Group justify="space-between" mt={8}>
          <Button type="submit" size="xs" loading={saving}>
            Update comment
          </Button>
          <Text size="xs" c="dimmed" aria-hidden>
            {typed.length > maxLength - 200 ? `${typed.length} of ${maxLength}` : ''}
          </Text>
        </Group>
      </form>
      <CommentHistory
        platform={platform}
        row={row}
        stored={stored}
        mentions={mentions}
        takeComment={take}
        undoChange={undoChange}
      />
    </div>
  )
}
