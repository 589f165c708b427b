import { ActionIcon, Anchor, Button, FileButton, Group, Progress, Stack, Text } from '@mantine/core'
import { IconPaperclip, IconX } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { fileMessageMilliseconds, uploadFailed, words } from '#features/enforcement-config/messages.ts'
import { bytesPerFile, files } from '#features/files/contract.ts'
import { fileTooLarge, notPdf } from '#features/files/messages.ts'
import { CallFailed } from '#kit/web/call.ts'
import { uploadFile } from '#kit/web/upload-file.ts'
import { useVanishing } from '#kit/web/use-vanishing.ts'
import type { Attachment } from './configuration-form.ts'

type Props = {
  attached: readonly Attachment[]
  change: (attached: readonly Attachment[]) => void
  error?: string | undefined
}

/** The PDFs that go along with every notice. What is refused is said for 3 seconds. */
export function Attachments({ attached, change, error }: Props) {
  const [share, setShare] = useState<number>()
  const [message, setMessage] = useVanishing('', fileMessageMilliseconds)
  const reset = useRef<() => void>(null)
  const add = async (chosen: File[]) => {
    reset.current?.()
    if (chosen.length === 0) return
    setMessage('')
    const stored: Attachment[] = []
    try {
      for (const [n, file] of chosen.entries()) {
        const problem = problemOf(file)
        if (problem) return setMessage(problem)
        const onProgress = (part: number) => setShare((n + part) / chosen.length)
        onProgress(0)
        const { Data } = await uploadFile(files.uploadConfiguration, file, { onProgress })
        stored.push(...Data.map(({ uploadedImage, Location }) => ({ fileName: uploadedImage, url: Location })))
      }
    } catch (failure) {
      setMessage(failure instanceof CallFailed && failure.status === 415 ? notPdf : uploadFailed)
    } finally {
      setShare(undefined)
      if (stored.length > 0) change([...attached, ...stored])
    }
  }
  return (
    <div>
      <FileButton resetRef={reset} multiple accept="application/pdf,.pdf" onChange={(chosen) => void add(chosen)}>
        {(props) => (
          <Button
            {...props}
            size="xs"
            variant="default"
            loading={share !== undefined}
            leftSection={<IconPaperclip size={14} aria-hidden />}
          >
            {words.attach}
          </Button>
        )}
      </FileButton>
      {share === undefined ? null : <Progress mt={6} value={share * 100} aria-label="Upload progress" />}
      {attached.length > 0 ? (
        <Stack gap={2} mt={6} role="list" aria-label={words.attachments}>
          {attached.map((one) => (
            <Group key={one.url} gap={6} role="listitem">
              <Anchor href={one.url} size="sm" download>
                {one.fileName}
              </Anchor>
              <ActionIcon
                size={20}
                variant="subtle"
                color="gray"
                aria-label={`Remove ${one.fileName}`}
                onClick={() => change(attached.filter((other) => other !== one))}
              >
                <IconX size={13} aria-hidden />
              </ActionIcon>
            </Group>
          ))}
        </Stack>
      ) : null}
      {message || error ? (
        <Text size="sm" c="red.8" role="alert" mt={4}>
          {message || error}
        </Text>
      ) : null}
    </div>
  )
}

function problemOf(file: File): string | undefined {
  if (!/\.pdf$/i.test(file.name)) return notPdf
  return file.size > bytesPerFile ? fileTooLarge(file.name) : undefined
}
