import { ActionIcon, Anchor, Button, Group, NativeSelect, Progress, Stack, Text } from '@mantine/core'
import { IconPaperclip, IconX } from '@tabler/icons-react'
import { type DocumentType, documentTypes, suggestedType } from '#features/enforcement-config/rules.ts'
import { bytesPerFile, files } from '#features/files/contract.ts'
import { fileTooLarge, notPdf } from '#features/files/messages.ts'
import { asDownload } from '#kit/web/fetch-file.ts'
import { failedWith } from '#kit/web/call.ts'
import { DayInput } from '#kit/web/DayInput.tsx'
import { FilePick } from '#kit/web/FilePick.tsx'
import { uploadFile } from '#kit/web/upload-file.ts'
import { useFileUpload } from '#kit/web/use-file-upload.ts'
import type { Attachment } from './configuration-form.ts'
import { documentTypeLabels, fileMessageMilliseconds, uploadFailed, texts } from './texts.ts'

type Props = {
  attached: readonly Attachment[]
  /** Gets the change of the list, which may be another one after an upload. */
  change: (change: (now: readonly Attachment[]) => readonly Attachment[]) => void
  error?: string | undefined
}

/** The PDFs attached to every notice. Rejected files are reported for 3 seconds. */
export function Attachments({ attached, change, error }: Props) {
  const { share, problem: message, upload: take } = useAttaching((stored) => change((now) => [...now, ...stored]))
  const edit = (one: Attachment, more: Partial<Attachment>) =>
    change((now) => now.map((other) => (other === one ? { ...one, ...more } : other)))
  return (
    <div>
      <FilePick multiple accept="application/pdf,.pdf" onFiles={(chosen) => void take(chosen)}>
        {(props) => (
          <Button
            {...props}
            size="xs"
            variant="default"
            loading={share !== undefined}
            leftSection={<IconPaperclip size={14} aria-hidden />}
          >
            {texts.attach}
          </Button>
        )}
      </FilePick>
      {share === undefined ? null : <Progress mt={6} value={share * 100} aria-label="Upload progress" />}
      {attached.length > 0 ? (
        <Stack gap="xs" mt={6} role="list" aria-label={texts.attachments}>
          {attached.map((one) => (
            <AttachedFile
              key={one.url}
              attachment={one}
              edit={(more) => edit(one, more)}
              remove={() => change((now) => now.filter((other) => other !== one))}
            />
          ))}
        </Stack>
      ) : null}
      {message || error ? (
        <Text size="sm" c="var(--mantine-color-error)" role="alert" mt={4}>
          {message || error}
        </Text>
      ) : null}
    </div>
  )
}

/** Uploads PDFs; each gets the type that its name suggests. */
function useAttaching(onStored: (stored: Attachment[]) => void) {
  return useFileUpload<Attachment>({
    refusalOf: problemOf,
    send: async (file, onProgress) => {
      const { Data } = await uploadFile(files.uploadConfiguration, file, { onProgress })
      return Data.map(({ uploadedImage, Location }) => ({
        fileName: uploadedImage,
        url: Location,
        type: suggestedType(uploadedImage),
        validUntil: null,
      }))
    },
    failureOf: (failure) => (failedWith(failure, 415) ? failure.message : uploadFailed),
    onStored,
    milliseconds: fileMessageMilliseconds,
  })
}

type AttachedFileProps = {
  attachment: Attachment
  edit: (more: Partial<Attachment>) => void
  remove: () => void
}

/** One attached PDF: its name, what it is, until when it is valid. */
function AttachedFile({ attachment: { fileName, url, type, validUntil }, edit, remove }: AttachedFileProps) {
  return (
    <Group gap="xs" role="listitem" align="flex-end">
      <Anchor href={asDownload(url)} size="sm" download style={{ flex: '1 1 180px', wordBreak: 'break-word' }}>
        {fileName}
      </Anchor>
      <NativeSelect
        size="xs"
        aria-label={`${texts.documentType} of ${fileName}`}
        data={documentTypes.map((value) => ({ value, label: documentTypeLabels[value] }))}
        value={type}
        onChange={(event) => edit({ type: event.currentTarget.value as DocumentType })}
      />
      <DayInput
        size="xs"
        w={150}
        label={texts.validUntil}
        value={validUntil ?? ''}
        onDay={(day) => edit({ validUntil: day || null })}
      />
      <ActionIcon size={28} variant="subtle" color="gray" aria-label={`Remove ${fileName}`} onClick={remove}>
        <IconX size={13} aria-hidden />
      </ActionIcon>
    </Group>
  )
}

function problemOf(file: File): string | undefined {
  if (!/\.pdf$/i.test(file.name)) return notPdf
  return file.size > bytesPerFile ? fileTooLarge(file.name) : undefined
}
