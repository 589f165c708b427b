import { ActionIcon, Button, FileButton, Group, Input, Progress, Text } from '@mantine/core'
import { IconFileText, IconPhotoPlus, IconUpload, IconX } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { bytesPerFile } from '#features/files/contract.ts'
import { fileTooLarge } from '#features/files/messages.ts'
import { maxImages, purchaseFiles } from '#features/purchases/contract.ts'
import { onlyImages, onlyPapers, tooManyImages } from '#features/purchases/messages.ts'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import { FileViewer } from '#kit/web/FileViewer.tsx'
import { uploadFile } from '#kit/web/upload-file.ts'
import { useFileSending } from '#kit/web/use-file-sending.ts'
import { fileOf } from '#kit/web/use-private-file.ts'
import { SmallPicture } from './PurchaseDetails.tsx'
import classes from './Purchase.module.css'
import { isPaper, isPicture } from './purchase-form.ts'
import { labels, texts } from './texts.ts'

/** Signed links by the unsigned links that the form stores. */
type Signed = Readonly<Record<string, string>>

type Images = {
  of: readonly string[]
  signed: Signed
  /** Gets the new list of images and the signed links of newly uploaded ones. */
  change: (of: readonly string[], came: readonly string[]) => void
  error: string | undefined
}

/** The images of a purchase: thumbnails, viewer, add, remove. */
export function ImagesField({ of, signed, change, error }: Images) {
  const [open, setOpen] = useState<number>()
  const {
    share,
    problem,
    take: send,
  } = useFileSending<string>({
    refusalOf: refusing(isPicture, onlyImages),
    send: sendingTo(purchaseFiles.images),
    failureOf: sentenceOf,
    onStored: (links) => change([...of, ...links.map(fileOf)], links),
  })
  const reset = useRef<() => void>(null)
  const [tooMany, setTooMany] = useState(false)
  const files = of.map((link, at) => ({
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
        {files.length > 0 && (
          <ul className={classes['pictures']} aria-label={labels.imageUrls}>
            {files.map(({ link, caption }, at) => (
              <li key={of[at]}>
                <button
                  type="button"
                  className={classes['picture']}
                  aria-label={texts.view(caption)}
                  onClick={() => setOpen(at)}
                >
                  <SmallPicture link={link} />
                </button>
                <ActionIcon
                  size={20}
                  radius="xl"
                  variant="default"
                  className={classes['takeAway']!}
                  aria-label={texts.remove(caption)}
                  onClick={() => {
                    setTooMany(false)
                    change(
                      of.filter((_, other) => other !== at),
                      [],
                    )
                  }}
                >
                  <IconX size={12} aria-hidden />
                </ActionIcon>
              </li>
            ))}
          </ul>
        )}
        <FileButton
          multiple
          resetRef={reset}
          accept="image/png,image/jpeg,image/webp"
          onChange={(chosen) => {
            reset.current?.()
            const fits = of.length + chosen.length <= maxImages
            setTooMany(!fits)
            if (fits) void send(chosen)
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
        </FileButton>
      </Group>
      {share !== undefined && <Progress mb={6} value={share * 100} aria-label={texts.uploading} />}
      <FileViewer files={files} open={open} onOpen={setOpen} />
    </Input.Wrapper>
  )
}

type Paper = {
  field: 'invoiceFile' | 'gstFile'
  of: string
  signed: Signed
  /** Gets the new file and, after an upload, its signed link. */
  change: (of: string, came: readonly string[]) => void
  error: string | undefined
}

/** One document of a purchase: view, upload, replace, remove. */
export function PaperField({ field, of, signed, change, error }: Paper) {
  const [open, setOpen] = useState<number>()
  const {
    share,
    problem,
    take: send,
  } = useFileSending<string>({
    refusalOf: refusing(isPaper, onlyPapers),
    send: sendingTo(field === 'gstFile' ? purchaseFiles.gst : purchaseFiles.invoice),
    failureOf: sentenceOf,
    onStored: (links) => change(fileOf(links[0]!), links),
  })
  const reset = useRef<() => void>(null)
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
        {of && (
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
        <FileButton
          resetRef={reset}
          accept="application/pdf,image/png,image/jpeg"
          onChange={(chosen) => {
            reset.current?.()
            if (chosen) void send([chosen])
          }}
        >
          {(props) => (
            <Button
              {...props}
              size="xs"
              variant={of ? 'subtle' : 'default'}
              aria-label={`${of ? texts.replaceFile : texts.chooseFile}: ${label}`}
              loading={share !== undefined}
              leftSection={<IconUpload size={14} aria-hidden />}
            >
              {of ? texts.replaceFile : texts.chooseFile}
            </Button>
          )}
        </FileButton>
        {of ? (
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
            {share === undefined ? '' : `${Math.round(share * 100)} %`}
          </Text>
        )}
      </Group>
      {share !== undefined && <Progress mb={6} value={share * 100} aria-label={texts.uploading} />}
      <FileViewer
        files={of ? [{ link: signed[of] ?? of, caption: label, fileName: of.split('%2F').at(-1) ?? label }] : []}
        open={open}
        onOpen={setOpen}
      />
    </Input.Wrapper>
  )
}

/** The error message for a file of the wrong type or above the size limit. */
const refusing = (accepts: (file: File) => boolean, refusal: string) => (file: File) => {
  if (!accepts(file)) return refusal
  return file.size > bytesPerFile ? fileTooLarge(file.name) : undefined
}

const sendingTo =
  (endpoint: (typeof purchaseFiles)[keyof typeof purchaseFiles]) =>
  async (file: File, onProgress: (share: number) => void) => {
    const { ResponseData } = await uploadFile(endpoint, file, { onProgress })
    return ResponseData.map(({ Location }) => Location)
  }
