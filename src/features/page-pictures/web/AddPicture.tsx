import { Button, Group, Loader, Stack, Text } from '@mantine/core'
import { IconCamera, IconPhotoPlus } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { files } from '#features/files/contract.ts'
import { pagePictures } from '#features/page-pictures/contract.ts'
import { useSession } from '#features/sessions/web/session-context.tsx'
import { toastSuccess } from '#kit/web/alerts.ts'
import { call } from '#kit/web/call.ts'
import { delays } from '#kit/web/delays.ts'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import { FilePick } from '#kit/web/FilePick.tsx'
import { uploadFile } from '#kit/web/upload-file.ts'
import { texts } from './texts.ts'

type Props = {
  finding: { platform: string; id: string }
  /** Called once the finding has a picture. */
  onPicture: () => void
  /** It stands in the middle of an empty picture. */
  isCentred?: boolean
}

/** Gives a finding without a picture one: a browser takes it of the page, or a file is chosen. */
export function AddPicture({ finding, onPicture, isCentred = false }: Props) {
  const queries = useQueryClient()
  const queryKey = ['page-pictures', finding.platform, finding.id]
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(pagePictures.ofFinding, finding, { signal }),
    staleTime: 0,
    retry: false,
    refetchInterval: ({ state }) => (state.data?.request?.isWaiting ? delays.mail : false),
  })
  const action = useMutation({
    mutationFn: (file: File | undefined) => (file ? addFile(finding, file) : takePicture(finding)),
    onSuccess: (message) => {
      if (message) toastSuccess(message)
    },
    onSettled: () => queries.invalidateQueries({ queryKey }),
  })
  const hasPicture = data?.hasPicture ?? false
  const notify = useEffectEvent(onPicture)
  useEffect(() => {
    if (hasPicture) notify()
  }, [hasPicture])
  const isWaiting = data?.request?.isWaiting ?? false
  const problem = action.error ? sentenceOf(action.error) : data?.request?.problem
  return (
    <Stack gap={4} mt="xs" align={isCentred ? 'center' : 'stretch'}>
      <Group gap="xs" justify={isCentred ? 'center' : 'flex-start'}>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={isWaiting ? <Loader size={12} aria-hidden /> : <IconCamera size={14} aria-hidden />}
          disabled={isWaiting || action.isPending}
          aria-label={texts.take}
          onClick={() => action.mutate(undefined)}
        >
          {isCentred ? texts.takeShort : texts.take}
        </Button>
        <FilePick
          accept="image/png,image/jpeg,image/webp,image/gif"
          label={texts.file}
          onFiles={([file]) => action.mutate(file)}
        >
          {(button) => (
            <Button
              {...button}
              size="compact-sm"
              variant="default"
              leftSection={<IconPhotoPlus size={14} aria-hidden />}
              disabled={action.isPending}
            >
              {texts.add}
            </Button>
          )}
        </FilePick>
      </Group>
      <Text size="xs" c="dimmed" role="status" ta={isCentred ? 'center' : 'start'}>
        {isWaiting ? texts.waiting : problem ? texts.failed(problem) : texts.takeHint}
      </Text>
    </Stack>
  )
}

/** The same where a finding is open beside a list, for staff; the list hears of the change. */
export function PictureOfOpened({ platform, row }: { platform: { value: string }; row: { id: string } }) {
  if (useSession().role === 'Client') return null
  return <AddPicture finding={{ platform: platform.value, id: row.id }} onPicture={() => undefined} isCentred />
}

async function takePicture({ platform, id }: Props['finding']): Promise<undefined> {
  await call(pagePictures.take, { platform, ids: [id] })
}

async function addFile(finding: Props['finding'], file: File): Promise<string> {
  const { Data } = await uploadFile(files.uploadImages, file, {})
  const { message } = await call(pagePictures.add, { ...finding, picture: Data[0]?.Location ?? '' })
  return message
}
