import { ActionIcon, Button, Group, Input, Progress, Text } from '@mantine/core'
import { IconFileText, IconPhotoPlus, IconUpload, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { bytesPerFile } from '#features/files/contract.ts'
import { fileTooLarge } from '#features/files/messages.ts'
import { maxImages, purchaseFiles } from '#features/purchases/contract.ts'
import { onlyImages, onlyDocuments, tooManyImages } from '#features/purchases/messages.ts'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import { FilePick } from '#kit/web/FilePick.tsx'
import { FileViewer } from '#kit/web/FileViewer.tsx'
import { uploadFile } from '#kit/web/upload-file.ts'
import { useFileUpload } from '#kit/web/use-file-upload.ts'
import { fileOf } from '#kit/web/use-private-file.ts'
import { SmallPicture } from './PurchaseDetails.tsx'
import classes from './Purchase.module.css'
import { isDocument, isPicture } from './purchase-form.ts'
import { labels, texts } from './texts.ts'

/** Signed links by the unsigned links that the form stores. */
type Signed = Readonly<Record<string, string>>

type ImagesFieldProps = {
  value: readonly string[]
  signed: Signed
  /** Gets the change of the list of images, which may be another one after an upload, and the signed links of new ones. */
  change: (change: (now: readonly string[]) => readonly string[], uploaded: readonly string[]) => void
  error: string | undefined
}

/** The images of a purchase: thumbnails, viewer, add, remove. */
export function ImagesField({ value, signed, change, error }: ImagesFieldProps) {
  const [open, setOpen] = useState<number>()
  const { share, problem, upload } = useImageUpload((links) => change((now) => [...now, ...links.map(fileOf)], links))
  const [tooMany, setTooMany] = useState(false)
  const files = value.map((link, at) => ({
    key: link,
    link: signed[link] ?? link,
    caption: texts.image(at + 1),
    fileName: link.split('%2F').at(-1) ?? 'image',
  }))
  return (
    <Input.Wrapper
      label={labels.imageUrls}
      labelElement="div"
      description={texts.imagesHint}
      error={problem || (tooMany && tooManyImages) || error}
      errorProps={{ role: 'alert' }}
    >
      <Group gap="sm" my={6} align="center">
        <Pictures
          files={files}
          view={setOpen}
          remove={(at) => {
            setTooMany(false)
            change((now) => now.filter((other) => other !== value[at]), [])
          }}
        />
        <FilePick
          multiple
          accept="image/png,image/jpeg,image/webp"
          onFiles={(chosen) => {
            const fits = value.length + chosen.length <= maxImages
            setTooMany(!fits)
            if (fits) void upload(chosen)
          }}
        >
          {(props) => (
            <Button
              {...props}
              size="xs"
              variant="default"
              loading={share !== undefined}
              leftSection={<IconPhotoPlus size={14} aria-hidden />}
            >
              {texts.chooseImages}
            </Button>
          )}
        </FilePick>
      </Group>
      {share !== undefined && <Progress mb={6} value={share * 100} aria-label={texts.uploading} />}
      <FileViewer files={files} open={open} onOpen={setOpen} />
    </Input.Wrapper>
  )
}

type PicturesProps = {
  /** The key is the unsigned link, which stays the same. */
  files: readonly { key: string; link: string; caption: string }[]
  view: (at: number) => void
  remove: (at: number) => void
}

/** The thumbnails; each opens the viewer and can be removed. */
function Pictures({ files, view, remove }: PicturesProps) {
  if (files.length === 0) return null
  return (
    <ul className={classes['pictures']} aria-label={labels.imageUrls}>
      {files.map(({ key, link, caption }, at) => (
        <li key={key}>
          <button
            type="button"
            className={classes['picture']}
            aria-label={texts.view(caption)}
            onClick={() => view(at)}
          >
            <SmallPicture link={link} />
          </button>
          <ActionIcon
            size={24}
            radius="xl"
            variant="default"
            className={classes['takeAway']!}
            aria-label={texts.remove(caption)}
            onClick={() => remove(at)}
          >
            <IconX size={12} aria-hidden />
          </ActionIcon>
        </li>
      ))}
    </ul>
  )
}

type DocumentFieldProps = {
  field: 'invoiceFile' | 'gstFile'
  value: string
  signed: Signed
  /** Gets the new file and, after an upload, its signed link. */
  change: (value: string, uploaded: readonly string[]) => void
  error: string | undefined
}

/** One document of a purchase: view, upload, replace, remove. */
export function DocumentField({ field, value, signed, change, error }: DocumentFieldProps) {
  const [open, setOpen] = useState<number>()
  const { share, problem, upload } = useDocumentUpload(field, (links) => change(fileOf(links[0]!), links))
  const label = labels[field]
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      description={texts.fileHint}
      error={problem || error}
      errorProps={{ role: 'alert' }}
    >
      <Group gap="xs" my={6}>
        {value && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconFileText size={14} aria-hidden />}
            aria-label={texts.view(label)}
            onClick={() => setOpen(0)}
          >
            {texts.viewShort}
          </Button>
        )}
        <ChooseDocument
          label={label}
          isReplacing={value !== ''}
          isLoading={share !== undefined}
          onFiles={(chosen) => void upload(chosen)}
        />
        {value ? (
          <ActionIcon
            size={26}
            variant="subtle"
            color="gray"
            aria-label={texts.remove(label)}
            onClick={() => change('', [])}
          >
            <IconX size={14} aria-hidden />
          </ActionIcon>
        ) : (
          <Text size="xs" c="dimmed">
            {share === undefined ? '' : `${Math.round(share * 100)}%`}
          </Text>
        )}
      </Group>
      {share !== undefined && <Progress mb={6} value={share * 100} aria-label={texts.uploading} />}
      <FileViewer
        files={
          value ? [{ link: signed[value] ?? value, caption: label, fileName: value.split('%2F').at(-1) ?? label }] : []
        }
        open={open}
        onOpen={setOpen}
      />
    </Input.Wrapper>
  )
}

type ChooseDocumentProps = {
  label: string
  /** There is a document already. */
  isReplacing: boolean
  isLoading: boolean
  onFiles: (files: readonly File[]) => void
}

function ChooseDocument({ label, isReplacing, isLoading, onFiles }: ChooseDocumentProps) {
  const choice = isReplacing ? texts.replaceFile : texts.chooseFile
  return (
    <FilePick accept="application/pdf,image/png,image/jpeg" onFiles={onFiles}>
      {(props) => (
        <Button
          {...props}
          size="xs"
          variant={isReplacing ? 'subtle' : 'default'}
          aria-label={`${choice}: ${label}`}
          loading={isLoading}
          leftSection={<IconUpload size={14} aria-hidden />}
        >
          {choice}
        </Button>
      )}
    </FilePick>
  )
}

/** `onStored` gets signed links. */
const useImageUpload = (onStored: (links: string[]) => void) =>
  useFileUpload<string>({
    refusalOf: refusalFor(isPicture, onlyImages),
    send: uploaderFor(purchaseFiles.images),
    failureOf: sentenceOf,
    onStored,
  })

/** `onStored` gets signed links. */
const useDocumentUpload = (field: DocumentFieldProps['field'], onStored: (links: string[]) => void) =>
  useFileUpload<string>({
    refusalOf: refusalFor(isDocument, onlyDocuments),
    send: uploaderFor(field === 'gstFile' ? purchaseFiles.gst : purchaseFiles.invoice),
    failureOf: sentenceOf,
    onStored,
  })

/** The error message for a file of the wrong type or above the size limit. */
const refusalFor = (accepts: (file: File) => boolean, refusal: string) => (file: File) => {
  if (!accepts(file)) return refusal
  return file.size > bytesPerFile ? fileTooLarge(file.name) : undefined
}

const uploaderFor =
  (endpoint: (typeof purchaseFiles)[keyof typeof purchaseFiles]) =>
  async (file: File, onProgress: (share: number) => void) => {
    const { ResponseData } = await uploadFile(endpoint, file, { onProgress })
    return ResponseData.map(({ Location }) => Location)
  }
