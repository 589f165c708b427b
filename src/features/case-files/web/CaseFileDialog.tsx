import { Alert, Button, Group, Progress, Select, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type CaseFile, caseFiles } from '#features/case-files/contract.ts'
import { type Certificate, certificates } from '#features/case-files/rules.ts'
import { OpenModal } from '#kit/web/OpenModal.tsx'
import { call, CallFailed } from '#kit/web/call.ts'
import { delays } from '#kit/web/delays.ts'
import { ErrorState, sentenceOf } from '#kit/web/ErrorState.tsx'
import { MadeFile } from './MadeFile.tsx'
import { texts } from './texts.ts'
import { useDownload } from './use-download.ts'

type Props = { platform: string; ids: readonly string[]; close: () => void }

/** Asks for the certificate, requests the case file of findings, shows its progress, and downloads it when it is ready. */
export function CaseFileDialog({ platform, ids, close }: Props) {
  const [certificate, setCertificate] = useState<Certificate>('none')
  const request = useMutation({
    mutationFn: (severalCompanies: boolean) =>
      call(caseFiles.request, { platform, recordIds: [...ids], certificate, severalCompanies }),
  })
  const id = request.data?.id
  // The server answers so to Admins only: everybody else is asked to make one file for each company.
  const mayConfirm = request.error instanceof CallFailed && request.error.answer['needs'] === 'severalCompanies'
  return (
    <OpenModal onClose={close} title={texts.button} size="md" closeButtonProps={{ 'aria-label': 'Close' }}>
      {id === undefined ? (
        <Stack gap="sm">
          <Text size="sm">{texts.contents(ids.length)}</Text>
          <Select
            label={texts.certificate}
            description={texts.certificateHint}
            data={certificates.map((value) => ({ value, label: texts.certificates[value] }))}
            value={certificate}
            onChange={(value) => setCertificate(value as Certificate)}
          />
          {request.error ? (
            <Alert color="red" role="alert">
              {sentenceOf(request.error)}
            </Alert>
          ) : null}
        </Stack>
      ) : (
        <BuildProgress id={id} />
      )}
      <Group justify="flex-end" mt="md">
        <Button variant="default" size="xs" onClick={close}>
          Close
        </Button>
        {id === undefined ? (
          <Button
            size="xs"
            loading={request.isPending}
            data-autofocus
            onClick={() => request.mutate(mayConfirm)}
            color={mayConfirm ? 'red' : undefined}
          >
            {mayConfirm ? texts.confirmSeveral : texts.create}
          </Button>
        ) : null}
      </Group>
    </OpenModal>
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
