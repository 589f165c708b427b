import { Alert, Button, Group, List, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { caseFiles } from '#features/case-files/contract.ts'
import { complaintTexts } from '#features/case-files/messages.ts'
import { CopySheet, SheetParts } from '#features/notices/web/SheetParts.tsx'
import { OpenModal } from '#kit/web/OpenModal.tsx'
import { toastError } from '#kit/web/alerts.ts'
import { addressOf, call } from '#kit/web/call.ts'
import { ErrorState, sentenceOf } from '#kit/web/ErrorState.tsx'
import { fetchFile, saveFile } from '#kit/web/fetch-file.ts'
import { LoadingBlock } from '#kit/web/Loading.tsx'
import { texts } from './texts.ts'

type Props = { platform: string; id: string; close: () => void }

/** What ICANN asks in a complaint about a registrar, each answer ready to be copied, and as PDF. */
export function ComplaintDialog({ platform, id, close }: Props) {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['case-files', 'complaint', platform, id],
    queryFn: ({ signal }) => call(caseFiles.complaint, { platform, id }, { signal }),
    retry: false,
  })
  const [isLoading, setLoading] = useState(false)
  const download = async () => {
    setLoading(true)
    try {
      const { url } = addressOf(caseFiles.complaintPdf, { platform, id })
      saveFile(await fetchFile(url, { seconds: 60 }), `icann-complaint-${id.slice(-8)}.pdf`)
    } catch (problem) {
      toastError(sentenceOf(problem))
    } finally {
      setLoading(false)
    }
  }
  return (
    <OpenModal onClose={close} title={texts.complaint} size="xl">
      <Stack gap="sm">
        <Group justify="flex-end" gap="xs">
          <Button
            variant="default"
            px="sm"
            disabled={!data}
            loading={isLoading}
            leftSection={<IconDownload size={14} aria-hidden />}
            onClick={() => void download()}
          >
            {complaintTexts.pdf}
          </Button>
          <CopySheet text={data?.text} label={texts.copyComplaint} />
        </Group>
        <Text size="sm" c="dimmed">
          {complaintTexts.form}
        </Text>
        {error ? <ErrorState error={error} retry={() => void refetch()} /> : null}
        {isPending ? <LoadingBlock height={480} /> : null}
        {data && data.problems.length > 0 ? (
          <Alert
            color="orange"
            variant="default"
            icon={<IconAlertTriangle aria-hidden />}
            title={texts.complaintProblems}
            styles={{ title: { color: 'var(--mantine-color-text)' } }}
          >
            <List size="sm">
              {data.problems.map((one) => (
                <List.Item key={one}>{one}</List.Item>
              ))}
            </List>
          </Alert>
        ) : null}
        {data ? <SheetParts parts={data.parts} /> : null}
      </Stack>
    </OpenModal>
  )
}
