import { ActionIcon, Anchor, Button, Center, Group, Modal, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconDownload } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { toastError } from './alerts.ts'
import { failedWith } from './call.ts'
import { sentenceOf } from './ErrorState.tsx'
import { FileContent } from './FileContent.tsx'
import { asDownload, fetchFile, saveFile } from './fetch-file.ts'
import { downloadOriginal, TooLargePicture } from './TooLargePicture.tsx'
import { timeoutSeconds, usePrivateFile } from './use-private-file.ts'
import { useViewerKeys } from './use-viewer-keys.ts'
import classes from './Viewer.module.css'

export type ViewedFile = { link: string; caption: string; fileName: string }

type Props = { files: readonly ViewedFile[]; open: number | undefined; onOpen: (at: number | undefined) => void }

/**
 * Shows private pictures and PDFs one at a time, a picture first in its small version; the arrow keys move through them,
 * Esc closes.
 */
export function FileViewer({ files, open, onOpen }: Props) {
  const file = open === undefined ? undefined : files[open]
  const step = (by: number) => {
    if (open !== undefined && files[open + by]) onOpen(open + by)
  }
  useViewerKeys(open !== undefined, step)
  return (
    <Modal
      opened={file !== undefined}
      onClose={() => onOpen(undefined)}
      size="xl"
      centered
      title={
        <Text size="sm" fw={600} lineClamp={1}>
          {file?.caption}
        </Text>
      }
    >
      {file && open !== undefined && (
        <Viewed key={file.link} file={file}>
          <ActionIcon
            variant="default"
            size="lg"
            aria-label="Previous file"
            disabled={open === 0}
            onClick={() => step(-1)}
          >
            <IconChevronLeft size={18} aria-hidden />
          </ActionIcon>
          <Text size="sm" c="dimmed" aria-live="polite">
            {open + 1} of {files.length}
          </Text>
          <ActionIcon
            variant="default"
            size="lg"
            aria-label="Next file"
            disabled={open === files.length - 1}
            onClick={() => step(1)}
          >
            <IconChevronRight size={18} aria-hidden />
          </ActionIcon>
        </Viewed>
      )}
    </Modal>
  )
}

function Viewed({ file: { link, caption, fileName }, children }: { file: ViewedFile; children: ReactNode }) {
  const small = usePrivateFile(link, 'card')
  // The small version of anything but a picture is the file itself.
  const isPicture = small.file?.type.startsWith('image/') ?? false
  const full = usePrivateFile(link, 'full', isPicture)
  const found = isPicture ? full : small
  // A picture of too many pixels has no small version.
  const isTooLarge = failedWith(small.error, 404)
  return (
    <>
      <Center className={classes['stage']}>
        {isTooLarge ? (
          <TooLargePicture>
            <DownloadFile link={link} fileName={fileName}>
              {(download, isLoading) => (
                <Anchor component="button" type="button" size="sm" disabled={isLoading} onClick={download}>
                  {downloadOriginal}
                </Anchor>
              )}
            </DownloadFile>
          </TooLargePicture>
        ) : (
          <FileContent found={isPicture && !full.address && !full.error ? small : found} caption={caption} />
        )}
      </Center>
      <Group justify="space-between" mt="sm">
        <Group gap="xs">{children}</Group>
        {isTooLarge ? null : (
          <DownloadFile link={link} fileName={fileName}>
            {(download, isLoading) => (
              <Button
                variant="default"
                size="xs"
                leftSection={<IconDownload size={14} aria-hidden />}
                disabled={!found.file}
                loading={isLoading}
                onClick={download}
              >
                Download
              </Button>
            )}
          </DownloadFile>
        )}
      </Group>
    </>
  )
}

type DownloadFileProps = Pick<ViewedFile, 'link' | 'fileName'> & {
  children: (download: () => void, isLoading: boolean) => ReactNode
}

/** Fetches the file to store it when that is pressed: what is shown may be in the browser only, and no log has it. */
function DownloadFile({ link, fileName, children }: DownloadFileProps) {
  const [isLoading, setLoading] = useState(false)
  const download = async () => {
    setLoading(true)
    try {
      saveFile(await fetchFile(asDownload(link), { seconds: timeoutSeconds }), fileName)
    } catch (error) {
      toastError(sentenceOf(error))
    } finally {
      setLoading(false)
    }
  }
  return children(() => void download(), isLoading)
}
