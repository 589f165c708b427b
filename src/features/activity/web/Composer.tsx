import { Button, Checkbox, Text } from '@mantine/core'
import { IconPaperclip, IconSend, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { activity, activityFiles, type Person } from '#features/activity/contract.ts'
import { messages } from '#features/activity/messages.ts'
import { fileExtensions, lineBounds, type SubjectKind } from '#features/activity/rules.ts'
import { useSession } from '#features/sessions/web/session-context.tsx'
import { toastError, toastSuccess } from '#kit/web/alerts.ts'
import { call } from '#kit/web/call.ts'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import { FilePick } from '#kit/web/FilePick.tsx'
import { uploadFile } from '#kit/web/upload-file.ts'
import { useFileUpload } from '#kit/web/use-file-upload.ts'
import classes from './Activity.module.css'
import { MentionField } from './MentionField.tsx'
import { texts } from './texts.ts'

type Attached = { key: string; name: string }
type Props = {
  subject: SubjectKind
  id: string
  /** Every message is internal. */
  isForStaff?: boolean
  onSent: () => void
}

/** The field for a message: text with mentions, files, and for staff whether only staff read it. Ctrl+Enter sends. */
export function Composer({ subject, id, isForStaff = false, onSent }: Props) {
  const [isInternal, setInternal] = useState(false)
  const internal = isInternal || isForStaff
  const { text, setText, addNamed, files, setFiles, upload, isSending, send } = useMessage({
    subject,
    id,
    internal,
    onSent,
  })
  return (
    <div role="group" aria-label={texts.message}>
      <MentionField
        {...{ subject, id, internal, text }}
        onText={setText}
        onNamed={addNamed}
        onSend={() => void send()}
      />
      <AttachedFiles files={files} remove={(key) => setFiles(files.filter((one) => one.key !== key))} />
      {upload.problem ? (
        <Text size="xs" c="red.8" role="alert" mt={4}>
          {upload.problem}
        </Text>
      ) : null}
      <div className={classes['buttons']}>
        <Button
          size="xs"
          loading={isSending}
          disabled={text.trim() === '' || upload.share !== undefined}
          leftSection={<IconSend size={14} aria-hidden />}
          onClick={() => void send()}
        >
          {internal ? texts.sendInternal : texts.send}
        </Button>
        <AttachButton upload={upload} isFull={files.length >= lineBounds.files} />
        <InternalChoice isInternal={internal} isForStaff={isForStaff} set={setInternal} />
        <span className={classes['count']} aria-hidden>
          {text.length > lineBounds.text - 200 ? texts.count(text.length, lineBounds.text) : ''}
        </span>
      </div>
    </div>
  )
}

type MessageOptions = Pick<Props, 'subject' | 'id' | 'onSent'> & { internal: boolean }

/** The message that is being written, and its sending; what could not be sent is in the field again. */
function useMessage({ subject, id, internal, onSent }: MessageOptions) {
  const [text, setText] = useState('')
  const [named, setNamed] = useState<readonly Person[]>([])
  const [files, setFiles] = useState<readonly Attached[]>([])
  const [isSending, setSending] = useState(false)
  const upload = useAttaching(files.length, (stored) => setFiles((before) => [...before, ...stored]))

  const send = async () => {
    if (text.trim() === '' || isSending) return
    setSending(true)
    // The next message may be typed while this one is on its way: nothing of it is cleared when the answer comes.
    setText('')
    setNamed([])
    setFiles([])
    upload.forgetProblem()
    try {
      const mentions = mentionedIn(text, named)
      const keys = files.map(({ key }) => key)
      const { message } = await call(activity.add, { subject, id, text, internal, mentions, files: keys })
      onSent()
      toastSuccess(message)
    } catch (error) {
      setText((next) => (next === '' ? text : `${text}\n${next}`))
      setNamed((next) => [...named, ...next])
      setFiles((next) => [...files, ...next])
      toastError(sentenceOf(error))
    } finally {
      setSending(false)
    }
  }

  const addNamed = (person: Person) => setNamed((before) => [...before, person])
  return { text, setText, addNamed, files, setFiles, upload, isSending, send }
}

/** The ids of the people whose mention is still in the text, each once. */
const mentionedIn = (text: string, named: readonly Person[]): string[] => [
  ...new Set(named.filter(({ name }) => text.includes(`@${name}`)).map(({ id }) => id)),
]

function AttachButton({ upload, isFull }: { upload: ReturnType<typeof useAttaching>; isFull: boolean }) {
  return (
    <FilePick
      multiple
      accept={fileExtensions.map((extension) => `.${extension}`).join(',')}
      onFiles={(chosen) => void upload.upload(chosen)}
    >
      {(props) => (
        <Button
          {...props}
          size="xs"
          variant="default"
          loading={upload.share !== undefined}
          disabled={isFull}
          leftSection={<IconPaperclip size={14} aria-hidden />}
        >
          {texts.attach}
        </Button>
      )}
    </FilePick>
  )
}

type InternalChoiceProps = { isInternal: boolean; isForStaff: boolean; set: (isInternal: boolean) => void }

/** Whether only staff read the message; a Client is not asked. */
function InternalChoice({ isInternal, isForStaff, set }: InternalChoiceProps) {
  const { role } = useSession()
  if (role === 'Client') return null
  return (
    <Checkbox
      size="xs"
      label={isForStaff ? texts.onlyInternal : texts.internal}
      checked={isInternal}
      disabled={isForStaff}
      onChange={(event) => set(event.currentTarget.checked)}
    />
  )
}

function AttachedFiles({ files, remove }: { files: readonly Attached[]; remove: (key: string) => void }) {
  if (files.length === 0) return null
  return (
    <ul className={classes['files']}>
      {files.map(({ key, name }) => (
        <li key={key}>
          <button type="button" className={classes['file']} aria-label={texts.remove(name)} onClick={() => remove(key)}>
            <span>{name}</span>
            <IconX size={13} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Uploads files for a message that has `attached` of them already. */
function useAttaching(attached: number, onStored: (stored: Attached[]) => void) {
  return useFileUpload<Attached>({
    refusalOfAll: ({ length }) => (attached + length > lineBounds.files ? messages.tooManyFiles : undefined),
    refusalOf: () => undefined,
    send: async (file, onProgress) => {
      const { Data } = await uploadFile(activityFiles.upload, file, { onProgress })
      return Data.map(({ Key, uploadedImage }) => ({ key: Key, name: uploadedImage }))
    },
    failureOf: sentenceOf,
    onStored,
  })
}
