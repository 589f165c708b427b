import { Alert, Button, Group, Modal, Progress, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type CaseFile, caseFiles } from '#features/case-files/contract.ts'
import { call } from '#kit/web/call.ts'
import { delays } from '#kit/web/delays.ts'
import { ErrorState } from '#kit/web/ErrorState.tsx'
import { MadeFile } from './MadeFile.tsx'
import { texts } from './texts.ts'
import { useDownload } from './use-download.ts'

type Props = { platform: string; ids: readonly string[]; close: () => void }

/** Requests the case file of findings, shows its progress, and downloads it when it is ready. */
export function CaseFileDialog({ platform, ids, close }: Props) {
  // The file is requested once per opening; the same findings again make another file.
  const [attempt] = useState(() => ({ key: Date.now() }))
  const request = useQuery({
    queryKey: ['case-files', 'ask', attempt.key, platform, ids],
    queryFn: () => call(caseFiles.request, { platform, recordIds: [...ids] }),
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const id = request.data?.id
  return (
    <Modal opened onClose={close} title={texts.button} size="md" closeButtonProps={{ 'aria-label': 'Close' }}>
      {request.error ? (
        <ErrorState error={request.error} retry={() => void request.refetch()} />
      ) : id === undefined ? (
        <Text size="sm" role="status">
          {texts.requesting}
        </Text>
      ) : (
        <BuildProgress id={id} />
      )}
      {request.error ? null : (
        <Group justify="flex-end" mt="md">
          <Button variant="default" size="xs" onClick={close}>
            Close
          </Button>
        </Group>
      )}
    </Modal>
  )
}

const isUnderWay = (file: CaseFile | undefined) => !file || file.state === 'waiting' || file.state === 'building'

function BuildProgress({ id }: { id: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['case-files', 'one', id],
    queryFn: ({ signal }) => call(caseFiles.one, { id }, { signal }),
    refetchInterval: ({ state }) => (state.error === null && isUnderWay(state.data) ? delays.making : false),
    retry: false,
    staleTime: 0,
  })
  const { bytes, download } = useDownload()
  const begun = useRef(false)
  useEffect(() => {
    if (data?.state !== 'ready' || begun.current) return
    begun.current = true
    download(data, 'zip')
  })
  if (error) return <ErrorState error={error} retry={() => void refetch()} />
  if (data?.state === 'failed')
    return (
      <Alert color="red" role="alert">
        {data.problem}
      </Alert>
    )
  if (data?.state === 'ready')
    return (
      <Stack gap="xs">
        <Text size="sm" role="status">
          {texts.ready(data.findings)}
        </Text>
        <MadeFile file={data} bytes={bytes} download={download} />
      </Stack>
    )
  const findings = data?.findings ?? 1
  return (
    <Stack gap="xs">
      <Text size="sm" role="status">
        {data?.state === 'building' ? texts.progress(data.done, findings) : texts.state.waiting}
      </Text>
      <Progress value={(90 * (data?.done ?? 0)) / findings + 5} animated aria-label={texts.state.building} />
      <Text size="xs" c="dimmed">
        {texts.mayClose}
      </Text>
    </Stack>
  )
}
