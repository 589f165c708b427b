import { Alert, Anchor, Badge, Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { IconMail, IconUpload } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { notices, type PhishingMessage } from '#features/notices/contract.ts'
import { toastSuccess } from '#kit/web/alerts.ts'
import { call } from '#kit/web/call.ts'
import { DayInput } from '#kit/web/DayInput.tsx'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import { FilePick } from '#kit/web/FilePick.tsx'
import { businessToday, currentSettings } from '#kit/web/settings.ts'
import { showDay, showMoment } from '#vocabulary/dates.ts'
import { texts } from './texts.ts'

type Props = { platform: string; id: string }
type Entry = { picked: File } | { text: string; sender: string; receivedOn?: string }

/** The emails and text messages that led people to a phishing page: what is there, and how more are added. */
export function PhishingMessages({ platform, id }: Props) {
  const queries = useQueryClient()
  const queryKey = ['notices', 'phishing messages', platform, id]
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(notices.messages, { platform, id }, { signal }),
    retry: false,
  })
  const [isPasting, setPasting] = useState(false)
  const change = useMutation({
    mutationFn: async (one: Entry | { messageId: string }) => {
      if ('messageId' in one) return call(notices.removeMessage, { platform, id, messageId: one.messageId })
      const entry = 'picked' in one ? { file: await contentOf(one.picked) } : one
      return call(notices.addMessage, { platform, id, ...entry })
    },
    onSuccess: ({ message, data: messages }) => {
      toastSuccess(message)
      setPasting(false)
      queries.setQueryData(queryKey, { data: messages, isUsed: true })
    },
  })
  // Other notices state no message.
  if (!data?.isUsed) return null
  return (
    <Stack gap={6} role="group" aria-label={texts.messages}>
      <Group gap="xs" justify="space-between">
        <Text size="sm" fw={600}>
          {texts.messages}
        </Text>
        <Group gap={6}>
          <FilePick
            accept=".eml,.txt,image/png,image/jpeg,image/webp,image/gif"
            label={texts.messageFile}
            onFiles={([file]) => change.mutate({ picked: file! })}
          >
            {(button) => (
              <Button
                {...button}
                size="compact-xs"
                variant="default"
                loading={change.isPending}
                leftSection={<IconUpload size={14} aria-hidden />}
              >
                {texts.addMessageFile}
              </Button>
            )}
          </FilePick>
          <Button size="compact-xs" variant="default" aria-expanded={isPasting} onClick={() => setPasting(!isPasting)}>
            {texts.pasteMessage}
          </Button>
        </Group>
      </Group>
      {data.data.length === 0 ? (
        <Text size="xs" c="dimmed">
          {texts.noMessages}
        </Text>
      ) : null}
      {data.data.map((one) => (
        <MessageLine key={one.id} message={one} remove={() => change.mutate({ messageId: one.id })} />
      ))}
      {change.error ? (
        <Alert color="red" role="alert" p="xs">
          {sentenceOf(change.error)}
        </Alert>
      ) : null}
      {isPasting ? <Paste isSaving={change.isPending} add={(entry) => change.mutate(entry)} /> : null}
    </Stack>
  )
}

function MessageLine({ message, remove }: { message: PhishingMessage; remove: () => void }) {
  const { kind, sender, subject, sentAt, receivedOn, copy, original } = message
  const day = sentAt ? showMoment(sentAt, currentSettings().businessZone) : receivedOn ? showDay(receivedOn) : ''
  const name = texts.messageKinds[kind]
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start" justify="space-between" data-phishing-message={kind}>
      <Group gap={6} miw={0}>
        <Badge size="sm" variant="default" tt="none" leftSection={<IconMail size={12} aria-hidden />}>
          {name}
        </Badge>
        <Text size="xs" style={{ overflowWrap: 'anywhere' }}>
          {[sender, subject, day].filter(Boolean).join(' · ')}
        </Text>
      </Group>
      <Group gap={8} wrap="nowrap" style={{ flexShrink: 0 }}>
        <Anchor size="xs" href={copy} target="_blank" rel="noopener">
          {kind === 'picture' ? texts.openPicture : texts.openCopy}
        </Anchor>
        {kind === 'picture' ? null : (
          <Anchor size="xs" href={original} target="_blank" rel="noopener">
            {texts.openOriginal}
          </Anchor>
        )}
        <Button size="compact-xs" variant="subtle" aria-label={texts.removeMessage(name)} onClick={remove}>
          Remove
        </Button>
      </Group>
    </Group>
  )
}

function Paste({ isSaving, add }: { isSaving: boolean; add: (entry: Entry) => void }) {
  const [text, setText] = useState('')
  const [sender, setSender] = useState('')
  const [receivedOn, setReceivedOn] = useState(businessToday())
  return (
    <Stack gap={6}>
      <Textarea
        label={texts.messageText}
        description={texts.messageTextHint}
        autosize
        minRows={3}
        maxRows={10}
        maxLength={200_000}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Group gap="xs" align="flex-end" grow preventGrowOverflow={false}>
        <TextInput
          label={texts.messageSender}
          maxLength={200}
          value={sender}
          onChange={(event) => setSender(event.currentTarget.value)}
        />
        <DayInput label={texts.messageDay} value={receivedOn} onDay={(day) => setReceivedOn(day)} />
        <Button
          loading={isSaving}
          disabled={text.trim() === ''}
          onClick={() => add({ text, sender, ...(receivedOn === '' ? {} : { receivedOn }) })}
        >
          {texts.addMessage}
        </Button>
      </Group>
    </Stack>
  )
}

/** A file as Base64. */
function contentOf(file: File): Promise<{ name: string; content: string }> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve({ name: file.name, content: String(reader.result).split(',', 2)[1] ?? '' })
    reader.onerror = () => reject(reader.error ?? new Error(file.name))
    reader.readAsDataURL(file)
  })
}
