import { Button, Group, Progress, Text } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { badFile, fileMessageMilliseconds, uploadFailed } from './texts.ts'
import { failedWith } from '#kit/web/call.ts'
import { FilePick } from '#kit/web/FilePick.tsx'
import { readChosenText } from '#kit/web/read-text-file.ts'
import { useFileUpload } from '#kit/web/use-file-upload.ts'

type Props = {
  button: string
  hint: string
  /** The server's error message for the field. */
  error?: string | undefined
  /** Handles the selected file and its text, and reports progress from 0 to 1; a rejection is shown as an upload error. */
  onFile: (chosen: { file: File; text: string }, onProgress: (share: number) => void) => Promise<void>
}

/** Selects a plain text file. Invalid files and failed uploads show a message for 3 seconds. */
export function TextFile({ button, hint, error, onFile }: Props) {
  const [name, setName] = useState('')
  const read = useRef('')
  const sending = useFileUpload<string>({
    refusalOf: async (file) => {
      const { text = '', refusal } = await readChosenText(file, badFile)
      read.current = text
      return refusal
    },
    send: async (file, onProgress) => {
      await onFile({ file, text: read.current }, onProgress)
      return [file.name]
    },
    failureOf: (problem) => (failedWith(problem, 415) ? badFile : uploadFailed),
    onStored: ([sent = '']) => setName(sent),
    milliseconds: fileMessageMilliseconds,
  })
  const { share, problem: message } = sending
  return (
    <div>
      <Group gap="sm">
        <FilePick accept=".txt,text/plain" onFiles={(chosen) => void sending.upload(chosen)}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              size="xs"
              loading={share !== undefined}
              leftSection={<IconUpload size={14} aria-hidden />}
            >
              {button}
            </Button>
          )}
        </FilePick>
        <Text size="sm" aria-live="polite">
          {name}
        </Text>
      </Group>
      {share === undefined ? null : <Progress mt={6} value={share * 100} aria-label="Upload progress" />}
      <Text size="xs" c="dimmed" mt={4}>
        {hint}
      </Text>
      {message || error ? (
        <Text size="sm" c="var(--mantine-color-error)" role="alert" mt={4}>
          {message || error}
        </Text>
      ) : null}
    </div>
  )
}
