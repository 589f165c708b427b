import { Button, Group, Loader } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { refreshIfOutOfScope } from '#features/sessions/web/refresh-user.ts'
import { toastError } from '#kit/web/alerts.ts'
import { CallFailed } from '#kit/web/call.ts'
import { fetchFile, saveFile } from '#kit/web/fetch-file.ts'
import { downloadCap } from '#features/findings/contract-schemas.ts'
import { messages } from '#features/findings/messages.ts'
import { usePaletteActions } from '#kit/web/palette-actions.ts'
import { texts } from './texts.ts'
import classes from './DownloadButtons.module.css'

type Format = 'csv' | 'excel'
const formats: Record<Format, { name: string; extension: string }> = {
  csv: { name: 'CSV', extension: 'csv' },
  excel: { name: 'Excel', extension: 'xlsx' },
}

/** The parts of a definition that decide how its list is downloaded. */
type DownloadedPlatform = {
  showsFailedDownload?: boolean
  title: string
  downloadName: string
  downloadFormats: readonly Format[]
  /** Seconds. */
  downloadPatience: number
}

type Props = {
  platform: DownloadedPlatform
  /** How many records the list has; above the cap no request is made (C-246). */
  count: number
  addressOf: (type: Format) => string
}

/** CSV and Excel downloads of the list, with progress and Cancel. */
export function DownloadButtons({ platform, count, addressOf }: Props) {
  const [running, setRunning] = useState<{ format: Format; bytes: number }>()
  const stop = useRef<AbortController>(undefined)
  useEffect(() => () => stop.current?.abort(), [])

  const download = async (format: Format) => {
    if (count > downloadCap) return toastError(messages.tooManyToDownload)
    const controller = new AbortController()
    stop.current = controller
    setRunning({ format, bytes: 0 })
    try {
      const file = await fetchFile(addressOf(format), {
        seconds: platform.downloadPatience,
        signal: controller.signal,
        onBytes: (bytes) => setRunning({ format, bytes }),
      })
      saveFile(file, `${platform.downloadName}.${formats[format].extension}`)
    } catch (error) {
      if (!controller.signal.aborted) failed(platform, error)
    } finally {
      setRunning(undefined)
    }
  }

  usePaletteActions(
    running
      ? []
      : platform.downloadFormats.map((format) => ({
          id: `export ${format}`,
          label: texts.exportView(formats[format].name),
          keywords: ['download', 'export'],
          run: () => void download(format),
        })),
  )

  return (
    <Group gap={8} wrap="nowrap">
      {running && (
        <span className={classes.progress} role="status">
          <Loader size={12} aria-hidden />
          {running.bytes === 0 ? texts.preparing(formats[running.format].name) : texts.bytesReceived(running.bytes)}
          <Button size="compact-xs" variant="subtle" color="gray" onClick={() => stop.current?.abort()}>
            Cancel
          </Button>
        </span>
      )}
      {platform.downloadFormats.map((format) => (
        <Button
          key={format}
          size="xs"
          variant="default"
          className={classes['format']!}
          leftSection={<IconDownload size={14} aria-hidden />}
          disabled={running !== undefined}
          onClick={() => void download(format)}
        >
          {formats[format].name}
        </Button>
      ))}
    </Group>
  )
}

/**
 * E-commerce shows that it failed, the others only log it (C-323, C-324). What the person can do something about is
 * always said: a list above the cap, too many downloads at once; so is access that was lost.
 */
function failed(platform: DownloadedPlatform, error: unknown): void {
  console.error(`The ${platform.title} download failed:`, error)
  refreshIfOutOfScope(error)
  if (error instanceof CallFailed && (error.message === messages.tooManyToDownload || error.status === 429))
    toastError(error.message)
  else if (platform.showsFailedDownload) toastError(texts.downloadFailed, { cause: error })
}
