import { Button, Group } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { sizeText } from '#vocabulary/numbers.ts'
import { toastError } from './alerts.ts'
import { sentenceOf } from './ErrorState.tsx'
import { fetchFile, saveFile } from './fetch-file.ts'

const formats = [
  { type: 'csv', name: 'CSV', ending: 'csv' },
  { type: 'excel', name: 'Excel', ending: 'xlsx' },
] as const

/** Time limit in seconds: a million lines take long; the person sees the progress and can cancel. */
const timeoutSeconds = 1800

type Format = (typeof formats)[number]
type Props = {
  /** The address of the file in a format. */
  address: (type: Format['type']) => string
  /** Its name without the ending. */
  name: string
}

/** Downloads a log as CSV or Excel. */
export function LogDownloads({ address, name }: Props) {
  const [bytes, setBytes] = useState<number>()
  const stop = useRef<AbortController>(undefined)
  useEffect(() => () => stop.current?.abort(), [])
  const download = async ({ type, ending }: Format) => {
    const stopper = new AbortController()
    stop.current = stopper
    setBytes(0)
    try {
      const file = await fetchFile(address(type), {
        seconds: timeoutSeconds,
        signal: stopper.signal,
        onBytes: setBytes,
      })
      saveFile(file, `${name}.${ending}`)
    } catch (error) {
      if (!stopper.signal.aborted) toastError(sentenceOf(error))
    } finally {
      setBytes(undefined)
    }
  }
  return (
    <Group gap={8}>
      {bytes !== undefined && (
        <>
          <span role="status">{bytes === 0 ? 'Preparing the file…' : `${sizeText(bytes)} received…`}</span>
          <Button size="compact-xs" variant="subtle" color="gray" onClick={() => stop.current?.abort()}>
            Cancel
          </Button>
        </>
      )}
      {formats.map((format) => (
        <Button
          key={format.type}
          size="xs"
          variant="default"
          leftSection={<IconDownload size={14} aria-hidden />}
          disabled={bytes !== undefined}
          onClick={() => void download(format)}
        >
          {format.name}
        </Button>
      ))}
    </Group>
  )
}
