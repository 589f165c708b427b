import { Button, Group, Text, Textarea } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { placeholders, findUnknownPlaceholder } from '#features/enforcement-config/contract.ts'
import { unknownPlaceholder } from '#features/enforcement-config/messages.ts'
import { labels, texts } from './texts.ts'
import { withPlaceholder } from './configuration-form.ts'

type Props = {
  text: string
  change: (text: string) => void
  error?: string | undefined
  /** The allowed placeholders, where they differ from those of a notice. */
  known?: readonly string[]
  rows?: number
  /** Shown next to the placeholder hint. */
  aside?: ReactNode
}

/** Editor of the email body with buttons for its placeholders; unknown placeholders are reported while typing. */
export function MailContent({ text, change, error, known = placeholders, rows = 11, aside }: Props) {
  const area = useRef<HTMLTextAreaElement>(null)
  const unknownName = findUnknownPlaceholder(text, known)
  const insert = (name: string) => {
    const { selectionStart: from = text.length, selectionEnd: to = text.length } = area.current ?? {}
    const next = withPlaceholder(text, { from, to }, name)
    change(next.text)
    // After the new text has been rendered.
    requestAnimationFrame(() => {
      area.current?.focus()
      area.current?.setSelectionRange(next.cursor, next.cursor)
    })
  }
  return (
    <div>
      <Textarea
        ref={area}
        label={labels.mailBody}
        description={texts.ownWords}
        rows={rows}
        maxLength={20_000}
        value={text}
        error={error ?? (unknownName === undefined ? undefined : unknownPlaceholder(unknownName, known))}
        onChange={(event) => change(event.currentTarget.value)}
      />
      <Group gap={4} mt={6} role="group" aria-label="Placeholders">
        {known.map((name) => (
          <Button key={name} size="compact-xs" variant="default" onClick={() => insert(name)}>
            {`{{${name}}}`}
          </Button>
        ))}
      </Group>
      <Group justify="space-between" mt={4} gap="sm">
        <Text size="xs" c="dimmed">
          {texts.placeholdersHint}
        </Text>
        {aside}
      </Group>
    </div>
  )
}
