import { Alert, Button, Group, List, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { CaseFile } from '#features/case-files/contract.ts'
import { Proofs, VerificationCode } from './Proofs.tsx'
import { texts } from './texts.ts'
import type { Part } from './use-download.ts'

type Props = { file: CaseFile; bytes: number | undefined; download: (file: CaseFile, part: Part) => void }

/** A finished file: both downloads, its verification code, and problems with its evidence. */
export function MadeFile({ file, bytes, download }: Props) {
  const button = (part: Part, label: string) => (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconDownload size={14} aria-hidden />}
      disabled={bytes !== undefined}
      onClick={() => download(file, part)}
    >
      {label}
    </Button>
  )
  return (
    <Stack gap="xs" style={{ whiteSpace: 'normal' }}>
      {file.state === 'ready' ? (
        <Group gap="xs">
          {button('zip', texts.zip(file.zipBytes))}
          {button('pdf', texts.pdf(file.pdfBytes))}
          {file.isSigned ? button('proof', texts.proof) : null}
          {bytes === undefined ? null : (
            <Text size="xs" role="status">
              {texts.arrived(bytes)}
            </Text>
          )}
        </Group>
      ) : null}
      {file.head === null ? null : (
        <div>
          <VerificationCode head={file.head} />
          <Proofs of={file} signed={file.isSigned ? texts.signed : texts.notSigned} />
        </div>
      )}
      {file.warnings.length > 0 ? (
        <Alert color="orange" title={texts.warnings}>
          <List size="xs">
            {file.warnings.map((warning) => (
              <List.Item key={warning}>{warning}</List.Item>
            ))}
          </List>
        </Alert>
      ) : null}
      {file.problem === null ? null : <Text size="sm">{file.problem}</Text>}
    </Stack>
  )
}
