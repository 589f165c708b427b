import { Button, Group, Text } from '@mantine/core'
import { IconCamera, IconRefresh } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { largestRequest, pagePictures } from '#features/page-pictures/contract.ts'
import { messages } from '#features/page-pictures/messages.ts'
import { call, failedWith } from '#kit/web/call.ts'
import { chunksOf } from '#kit/web/chunks-of.ts'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import { texts } from './texts.ts'

type Props = {
  platform: string
  ids: readonly string[]
  /** Reads again which of them lack a picture. */
  check: () => void
}

/** Has pictures taken of those of these findings that lack one. */
export function TakePictures({ platform, ids, check }: Props) {
  const request = useMutation({ mutationFn: () => takePictures(platform, ids) })
  return (
    <Group gap="xs" mt="xs">
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconCamera size={14} aria-hidden />}
        loading={request.isPending}
        disabled={request.isSuccess}
        onClick={() => request.mutate()}
      >
        {texts.takeMany}
      </Button>
      {request.isSuccess ? (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconRefresh size={14} aria-hidden />}
          onClick={() => {
            request.reset()
            check()
          }}
        >
          {texts.checkAgain}
        </Button>
      ) : null}
      <Text size="xs" c="dimmed" role="status">
        {request.error ? sentenceOf(request.error) : request.data}
      </Text>
    </Group>
  )
}

/** Requests them in as many calls as are needed; returns what will be taken, in words. */
async function takePictures(platform: string, ids: readonly string[]): Promise<string> {
  let [requested, skipped] = [0, 0]
  for (const some of chunksOf(ids, largestRequest)) {
    try {
      const answer = await call(pagePictures.take, { platform, ids: some })
      requested += answer.requested
      skipped += answer.skipped
    } catch (error) {
      // Nothing to take among these.
      if (!failedWith(error, 409)) throw error
      skipped += some.length
    }
  }
  return requested > 0 ? messages.requested(requested, skipped) : messages.nothingToTake
}
