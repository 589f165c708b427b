import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { enforcement } from '#features/enforcement/contract.ts'
import type { AbuseDesk } from '#features/enforcement/contract-schemas.ts'
import { SheetParts } from '#features/notices/web/SheetParts.tsx'
import { LoadingBlock } from '#kit/web/Loading.tsx'
import { call } from '#kit/web/call.ts'
import { ErrorState } from '#kit/web/ErrorState.tsx'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import type { EnforcedFinding } from './enforced-finding.ts'
import { texts } from './texts.ts'
import type { EnforcementForm } from './use-enforcement-form.ts'

type Props = {
  platform: FindingPlatformDefinition
  row: EnforcedFinding
  desk: AbuseDesk
  form: EnforcementForm
  close: () => void
}

/** The fields of a desk's web form, each ready to copy; afterwards the report is recorded as an email would be. */
export function FormSheet({ platform, row, desk, form, close }: Props) {
  const { abuseEmail: _, ...facts } = form.fields
  const input = { ...facts, platform: platform.value, id: row.id, isByForm: true }
  const { data, error, refetch } = useQuery({
    queryKey: ['enforcement', 'form sheet', input],
    queryFn: ({ signal }) => call(enforcement.preview, input, { signal }),
    retry: false,
    staleTime: 0,
  })
  const text = (name: string) => (typeof row[name] === 'string' ? row[name] : '')
  const fields = [
    ['Reported address', text('url') || text('domain')],
    ['Domain', text('domain')],
    ['IP address', data?.record.ipAddress ?? ''],
    ['Brand', row.brand.brandName],
    ['Company', row.company.name],
    ['Reason', text('reason')],
    ['Subject', data?.subject ?? ''],
    ['Description', data?.text ?? ''],
  ].flatMap(([label = '', value = '']) => (value === '' ? [] : [{ label, value }]))
  return (
    <Modal opened onClose={close} title={`${texts.sheetTitle}: ${desk.name}`} size="lg" closeOnClickOutside={false}>
      <Stack gap="xs">
        <Text size="sm">{texts.sheetHint(desk.name, desk.email !== null)}</Text>
        {error ? <ErrorState error={error} retry={() => void refetch()} /> : null}
        {!data && !error ? <LoadingBlock height={560} /> : null}
        {data ? (
          <>
            <SheetParts parts={[{ title: texts.sheetFields, fields }]} />
            <Group justify="space-between" gap="xs" mt="xs">
              <Button
                component="a"
                href={desk.form ?? undefined}
                target="_blank"
                rel="noopener noreferrer nofollow"
                variant="default"
                rightSection={<IconExternalLink size={14} aria-hidden />}
              >
                {texts.openForm}
              </Button>
              <Group gap="xs">
                <Button variant="default" onClick={close}>
                  Close
                </Button>
                <Button loading={form.working === 'save'} onClick={() => void form.recordForm()}>
                  {texts.recordForm}
                </Button>
              </Group>
            </Group>
          </>
        ) : null}
      </Stack>
    </Modal>
  )
}
