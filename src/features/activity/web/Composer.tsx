import { Button, Checkbox, Input, Text } from '@mantine/core'
import { IconPaperclip, IconSend, IconX } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { activity, activityFiles } from '#features/activity/contract.ts'
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
import { mentionedIn } from './mention-text.ts'
import { texts } from './texts.ts'
import { type MessageDraft, useMessageDraft } from './use-message-draft.ts'

type Attached = MessageDraft['files'][number]
type Props = {
  subject: SubjectKind
  id: string
  /** Every message is internal. */
  isForStaff?: boolean
  /** A Client's message on a finding is a comment, and is called so. */
  isComment?: boolean
  /** It was opened by the person, who goes on to write in it. */
  hasFocus?: boolean
  onSent: () => void
}

/** The field for a message: text with mentions, files, and for staff whether only staff read it. Ctrl+Enter sends. */
export function Composer({ subject, id, isForStaff = false, isComment = false, hasFocus = false, onSent }: Props) {
  const { draft, change, internal, upload, isSending, send } = useMessage({ subject, id, isForStaff, onSent })
  const { text, files } = draft
  const label = isComment ? texts.comment : texts.message
  const fieldId = useId()
  return (
    <div role="group" aria-label={label} data-message-field>
      {isComment ? <Input.Label htmlFor={fieldId}>{label}</Input.Label> : null}
      <MentionField
        {...{ subject, id, internal, text, fieldId, label, hasFocus }}
        onText={(typed) => change(() => ({ text: typed }))}
        onNamed={(person) => change((now) => ({ named: [...now.named, person] }))}
        onSend={() => void send()}
      />
      <AttachedFiles
        files={files}
        remove={(key) => change((now) => ({ files: now.files.filter((one) => one.key !== key) }))}
      />
      {upload.problem ? (
        <Text size="xs" c="var(--mantine-color-error)" role="alert" mt={4}>
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
          {isComment ? texts.updateComment : internal ? texts.sendInternal : texts.send}
        </Button>
        <AttachButton upload={upload} isFull={files.length >= lineBounds.files} />
        <InternalChoice
          isInternal={internal}
          isForStaff={isForStaff}
          set={(chosen) => change(() => ({ isInternal: chosen }))}
        />
        <span className={classes['count']} aria-hidden>
          {text.length > lineBounds.text - 200 ? texts.count(text.length, lineBounds.text) : ''}
        </span>
      </div>
    </div>
  )
}

type MessageOptions = Required<Omit<Props, 'isComment' | 'hasFocus'>>

/** The message that is being written, and its sending; what could not be sent is in the field again. */
function useMessage({ subject, id, isForStaff, onSent }: MessageOptions) {
  const { draft, change } = useMessageDraft(subject, id)
  const [isSending, setSending] = useState(false)
  const internal = draft.isInternal || isForStaff
  const upload = useAttaching(draft.files.length, (stored) => change((now) => ({ files: [...now.files, ...stored] })))

  const send = async () => {
    const { text, named, files } = draft
    if (text.trim() === '' || isSending) return
    setSending(true)
    // The next message may be typed while this one is on its way: nothing of it is cleared when the answer comes.
    change(() => ({ text: '', named: [], files: [] }))
    upload.forgetProblem()
    try {
      const mentions = mentionedIn(text, named)
      const keys = files.map(({ key }) => key)
      const { message } = await call(activity.add, { subject, id, text, internal, mentions, files: keys })
      onSent()
      toastSuccess(message)
    } catch (error) {
      change((next) => ({
        text: next.text === '' ? text : `${text}\n${next.text}`,
        named: [...named, ...next.named],
        files: [...files, ...next.files],
      }))
      toastError(sentenceOf(error))
    } finally {
      setSending(false)
    }
  }
  return { draft, change, internal, upload, isSending, send }
}

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
